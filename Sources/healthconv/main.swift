import Foundation
import HealthCommands

exit(HealthConv.run(Array(CommandLine.arguments.dropFirst())))

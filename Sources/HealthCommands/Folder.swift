import Foundation

/// Folders of the file system.
enum Folder {
  /// Whether a path is an existing folder.
  static func exists(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}

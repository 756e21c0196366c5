import Foundation
import Storage

extension Array where Element: JSONReadable {
    /// Reads the list in a file of a demonstration; empty if the file does not exist.
    package init(demoFile path: String) throws {
        guard let data = FileManager.default.contents(atPath: path) else {
            self = []
            return
        }
        try self.init(json: JSON(parsing: [UInt8](data)))
    }
}

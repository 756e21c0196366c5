import FoundationEssentials
import Storage

extension Array where Element: JSONReadable {
    /// Reads the list in a file of a demonstration; empty if the file does not exist.
    ///
    /// Throws a `Problem` that names the file.
    package init(demoFile path: String) throws {
        guard let data = FileManager.default.contents(atPath: path) else {
            self = []
            return
        }
        let json = try JSON(parsing: [UInt8](data))
        do {
            try self.init(json: json)
        } catch {
            throw Problem(error, inDemoFile: path)
        }
    }
}

extension Problem {
    package init(_ fault: Fault, inDemoFile path: String) {
        self.init(
            .malformed,
            Localized("В файле \(path) ошибка.", "There is a mistake in \(path)."),
            faults: [fault]
        )
    }
}

import FoundationEssentials
import Glibc

extension CocoaError {
    /// The reason that the system gives, or the number of the error if it gives none.
    var reason: String {
        guard let error = underlying as? POSIXError else { return "\(code.rawValue)" }
        return String(cString: strerror(error.code.rawValue))
    }

    /// The file and the reason.
    var described: String {
        [filePath ?? url?.path, reason].compactMap { $0 }.joined(separator: ": ")
    }
}

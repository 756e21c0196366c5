import HTTPTypes
import Hummingbird

/// The requested bytes of a file (RFC 9110 §14).
enum ByteRange: Equatable {
    case whole
    case part(ClosedRange<Int>)
    /// The last bytes, as requested by a client that lists the entries of an archive.
    case tail(ClosedRange<Int>)
    /// The range is past the end.
    case none

    /// The whole file if there is no range, several, an invalid one, or one of another version.
    init(_ request: Request, etag: String, size: Int) {
        guard request.method == .get, let header = request.headers[.range] else {
            self = .whole
            return
        }
        // A date never matches: files here have none, because they never change.
        let isCurrent = request.headers[.ifRange].map { $0 == etag } ?? true
        self = isCurrent ? Self(header, size: size) : .whole
    }

    init(_ header: String, size: Int) {
        let parts = header.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let borders = parts.last?.split(separator: "-", omittingEmptySubsequences: false) ?? []
        guard parts.count == 2, parts[0].lowercased() == "bytes", borders.count == 2 else {
            self = .whole
            return
        }
        switch (Border(borders[0]), Border(borders[1])) {
        case (.number(let first), .number(let last)) where last < first: self = .whole
        case (.number(let first), _) where first >= size: self = .none
        case (.number(let first), .number(let last)): self = .part(first...min(last, size - 1))
        case (.number(let first), .open): self = .part(first...(size - 1))
        case (.open, .number(let count)):
            self = count == 0 || size == 0 ? .none : .tail(max(0, size - count)...(size - 1))
        case (.open, .open), (.wrong, _), (_, .wrong): self = .whole
        }
    }

    private enum Border {
        case number(Int)
        case open
        case wrong

        init(_ text: Substring) {
            let digits = text.trimming { $0 == " " || $0 == "\t" }
            if digits.isEmpty {
                self = .open
            } else if digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) {
                // A number past 64 bits is past the end of any file.
                self = .number(Int(digits) ?? .max)
            } else {
                self = .wrong
            }
        }
    }
}

extension Substring {
    fileprivate func trimming(_ isSpace: (Character) -> Bool) -> Substring {
        guard let first = firstIndex(where: { !isSpace($0) }), let last = lastIndex(where: { !isSpace($0) })
        else { return "" }
        return self[first...last]
    }
}

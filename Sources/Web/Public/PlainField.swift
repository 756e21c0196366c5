import HTTPTypes

/// The effect of a field on the reading of a plain request.
enum PlainField {
    case ignored, host, connection
    /// It says how long the body is.
    case length
    /// It says that there may be a body of another length, or another protocol.
    case framing
    /// A cached response depends on it.
    case kept(HTTPField.Name)
    /// Only the access log and traces need it.
    case traced(HTTPField.Name)

    /// Bytes.
    static let headSizeMax = 8 << 10
    static let countMax = 64
    static let version = Array(" HTTP/1.1\r\n".utf8)
    static let lineEnd = Array("\r\n".utf8)

    init(_ name: Range<Int>, in bytes: Span<UInt8>) {
        self = .ignored
        guard name.count < Self.all.count else { return }
        for known in Self.all[name.count] where Self.isEqual(known.name, name, in: bytes) {
            self = known.field
            return
        }
    }

    /// By the length of the name, so that most fields are compared with nothing.
    private static let all: [[(name: [UInt8], field: PlainField)]] = {
        let framing = [
            "transfer-encoding", "upgrade", "expect", "trailer", "te", "http2-settings", "proxy-connection",
            "keep-alive",
        ]
        let kept: [HTTPField.Name] = [
            .acceptLanguage, .acceptEncoding, .ifNoneMatch, .forwardedFor, .forwardedProto, .token,
            .authorization, .origin,
        ]
        let traced = [HTTPField.Name.requestID, .traceParent].map {
            ($0.canonicalName, PlainField.traced($0))
        }
        let named: [(String, PlainField)] =
            [("host", .host), ("connection", .connection), ("content-length", .length)]
            + framing.map { ($0, .framing) } + kept.map { ($0.canonicalName, .kept($0)) }
        var all: [[(name: [UInt8], field: PlainField)]] = []
        for (name, field) in named + traced {
            while all.count <= name.utf8.count { all.append([]) }
            all[name.utf8.count].append((Array(name.utf8), field))
        }
        return all
    }()

    /// True for the name in any case: of the characters of a name only letters differ by this bit.
    private static func isEqual(_ name: [UInt8], _ range: Range<Int>, in bytes: Span<UInt8>) -> Bool {
        for (index, byte) in name.enumerated() where bytes[range.lowerBound + index] | 0x20 != byte {
            return false
        }
        return true
    }
}

import HTTPTypes
import NIOCore

/// A GET that is whole in the received bytes, and plain: it has no body, and nothing in it changes where it ends.
///
/// It is stricter than RFC 9112: one space between the parts of the first line, lines that end with CR LF, one `Host`,
/// printable ASCII. A request that is not so is no `PlainGet`, whether it is valid or not.
struct PlainGet {
    /// The path and the query as received.
    let target: String
    let authority: String
    /// Of its fields, those that a cached response depends on.
    private(set) var fields = HTTPFields()
    /// The number of its bytes.
    let size: Int

    private static let sizeMax = 8 << 10
    private static let fieldsMax = 64

    /// Reads the request at the beginning of the bytes; nil if there is none that is whole and plain.
    ///
    /// `isTraced` keeps the fields that only the access log needs, too.
    init?(_ bytes: Span<UInt8>, isTraced: Bool = false) {
        let bytes = bytes.extracting(first: Self.sizeMax)
        var place = 0
        guard bytes.skip(Self.method, at: &place), let target = bytes.target(at: &place),
            bytes.skip(Self.version, at: &place)
        else { return nil }
        var authority: String?
        var count = 0
        while !bytes.skip(Self.lineEnd, at: &place) {
            guard count < Self.fieldsMax, let (name, value) = bytes.field(at: &place) else { return nil }
            count += 1
            switch Self.role(of: name, in: bytes) {
            case .ignored: break
            case .framing: return nil
            case .connection:
                guard Self.text(value, in: bytes).lowercased() == "keep-alive" else { return nil }
            case .host:
                guard authority == nil, !value.isEmpty else { return nil }
                authority = Self.text(value, in: bytes)
            case .kept(let name): fields.append(HTTPField(name: name, value: Self.text(value, in: bytes)))
            case .traced(let name):
                if isTraced { fields.append(HTTPField(name: name, value: Self.text(value, in: bytes))) }
            }
        }
        guard let authority else { return nil }
        (self.target, self.authority, size) = (Self.text(target, in: bytes), authority, place)
    }

    /// The effect of a field on the reading of its request.
    private enum Role {
        case ignored, host, connection
        /// It says that there is a body, or another protocol.
        case framing
        case kept(HTTPField.Name)
        case traced(HTTPField.Name)
    }

    private static let method = Array("GET ".utf8)
    private static let version = Array(" HTTP/1.1\r\n".utf8)
    private static let lineEnd = Array("\r\n".utf8)
    /// By the length of the name, so that most fields are compared with nothing.
    private static let roles: [[(name: [UInt8], role: Role)]] = {
        let framing = [
            "content-length", "transfer-encoding", "upgrade", "expect", "trailer", "te", "http2-settings",
            "proxy-connection", "keep-alive",
        ]
        let kept: [HTTPField.Name] = [
            .acceptLanguage, .acceptEncoding, .ifNoneMatch, .forwardedFor, .forwardedProto, .token,
            .authorization, .origin,
        ]
        var roles: [[(name: [UInt8], role: Role)]] = []
        let traced = [HTTPField.Name.requestID, .traceParent].map { ($0.canonicalName, Role.traced($0)) }
        let all: [(String, Role)] =
            [("host", .host), ("connection", .connection)] + framing.map { ($0, .framing) }
            + kept.map { ($0.canonicalName, .kept($0)) }
        for (name, role) in all + traced {
            while roles.count <= name.utf8.count { roles.append([]) }
            roles[name.utf8.count].append((Array(name.utf8), role))
        }
        return roles
    }()

    private static func role(of name: Range<Int>, in bytes: Span<UInt8>) -> Role {
        guard name.count < roles.count else { return .ignored }
        for known in roles[name.count] where isEqual(known.name, name, in: bytes) { return known.role }
        return .ignored
    }

    /// True for the name in any case: of the characters of a name only letters differ by this bit.
    private static func isEqual(_ name: [UInt8], _ range: Range<Int>, in bytes: Span<UInt8>) -> Bool {
        for (index, byte) in name.enumerated() where bytes[range.lowerBound + index] | 0x20 != byte {
            return false
        }
        return true
    }

    private static func text(_ range: Range<Int>, in bytes: Span<UInt8>) -> String {
        bytes.extracting(range).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }
}

/// Reads the parts of a request, each at the place where the one before ended.
extension Span<UInt8> {
    /// Goes past exactly these bytes; false if others are there.
    fileprivate func skip(_ expected: [UInt8], at place: inout Int) -> Bool {
        guard count - place >= expected.count else { return false }
        for (index, byte) in expected.enumerated() where self[place + index] != byte { return false }
        place += expected.count
        return true
    }

    fileprivate func target(at place: inout Int) -> Range<Int>? {
        let target = run(at: &place) { 0x21...0x7E ~= $0 }
        return target.isEmpty || self[target.lowerBound] != UInt8(ascii: "/") ? nil : target
    }

    /// A field with the end of its line; nil if it is not whole, or has other characters than plain ones.
    fileprivate func field(at place: inout Int) -> (name: Range<Int>, value: Range<Int>)? {
        let name = run(at: &place, Self.isNameCharacter)
        guard !name.isEmpty, skip([UInt8(ascii: ":")], at: &place) else { return nil }
        _ = run(at: &place, Self.isBlank)
        let rest = run(at: &place) { 0x20...0x7E ~= $0 || $0 == 0x09 }
        guard skip([0x0D, 0x0A], at: &place) else { return nil }
        var end = rest.upperBound
        while end > rest.lowerBound, Self.isBlank(self[end - 1]) { end -= 1 }
        return (name, rest.lowerBound..<end)
    }

    private func run(at place: inout Int, _ belongs: (UInt8) -> Bool) -> Range<Int> {
        let start = place
        while place < count, belongs(self[place]) { place += 1 }
        return start..<place
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// A character of a token (RFC 9110 §5.6.2).
    private static func isNameCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
            UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "^"), UInt8(ascii: "`"),
            UInt8(ascii: "|"), UInt8(ascii: "~"):
            true
        case _: false
        }
    }
}

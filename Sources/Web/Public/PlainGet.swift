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

    private static let method = Array("GET ".utf8)

    /// Reads the request at the beginning of the bytes; nil if there is none that is whole and plain.
    ///
    /// `isTraced` keeps the fields that only the access log needs, too.
    init?(_ bytes: Span<UInt8>, isTraced: Bool = false) {
        let bytes = bytes.extracting(first: PlainField.headSizeMax)
        var place = 0
        guard let target = bytes.target(after: Self.method, at: &place) else { return nil }
        var authority: String?
        var isKept = false
        var count = 0
        while !bytes.skip(PlainField.lineEnd, at: &place) {
            guard count < PlainField.countMax, let (name, value) = bytes.field(at: &place) else { return nil }
            count += 1
            switch PlainField(name, in: bytes) {
            case .ignored: break
            case .length, .framing: return nil
            case .connection:
                guard !isKept, bytes.text(value).lowercased() == "keep-alive" else { return nil }
                isKept = true
            case .host:
                guard authority == nil, !value.isEmpty else { return nil }
                authority = bytes.text(value)
            case .kept(let name): fields.append(HTTPField(name: name, value: bytes.text(value)))
            case .traced(let name):
                if isTraced { fields.append(HTTPField(name: name, value: bytes.text(value))) }
            }
        }
        guard let authority else { return nil }
        (self.target, self.authority, size) = (bytes.text(target), authority, place)
    }
}

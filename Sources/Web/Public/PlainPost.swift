import HTTPTypes

/// A POST to a `FastRoute` that is whole in the received bytes, and plain: only its length says where it ends.
///
/// It is as strict as `PlainGet`, and its length has one form, without a sign, a zero before it or a second field.
struct PlainPost {
    let route: FastPath.CountedRoute
    /// The path and the query as received.
    let target: String
    let authority: String
    /// All fields but `Host`, as the HTTP decoder would have them.
    private(set) var fields = HTTPFields()
    /// The place of its body in the bytes; the request ends there.
    let body: Range<Int>

    private static let method = Array("POST ".utf8)
    private static let digitsMax = 7

    /// Reads the request at the beginning of the bytes; nil if there is none that is whole and plain.
    init?(_ bytes: Span<UInt8>, to routes: [FastPath.CountedRoute]) {
        let head = bytes.extracting(first: PlainField.headSizeMax)
        var place = 0
        guard let range = head.target(after: Self.method, at: &place) else { return nil }
        let target = head.text(range)
        guard let route = routes.first(where: { $0.route.fits(target) }) else { return nil }
        var authority: String?
        var length: Int?
        var isKept = false
        var fields: [HTTPField] = []
        var count = 0
        while !head.skip(PlainField.lineEnd, at: &place) {
            guard count < PlainField.countMax, let (name, value) = head.field(at: &place) else { return nil }
            count += 1
            switch PlainField(name, in: head) {
            case .ignored, .kept, .traced: break
            case .framing: return nil
            case .connection:
                guard !isKept, head.text(value).lowercased() == "keep-alive" else { return nil }
                isKept = true
            case .host:
                guard authority == nil, !value.isEmpty else { return nil }
                authority = head.text(value)
                continue
            case .length:
                guard length == nil, let own = Self.length(value, in: head) else { return nil }
                length = own
            }
            guard let fieldName = HTTPField.Name(head.text(name)) else { return nil }
            fields.append(HTTPField(name: fieldName, value: head.text(value)))
        }
        guard let authority, let length, length <= route.route.bodySizeMax, length <= bytes.count - place
        else { return nil }
        (self.route, self.target, self.authority) = (route, target, authority)
        self.fields.replaceSubrange(0..<0, with: fields)
        body = place..<place + length
    }

    private static func length(_ digits: Range<Int>, in bytes: Span<UInt8>) -> Int? {
        guard 1...digitsMax ~= digits.count, bytes[digits.lowerBound] != UInt8(ascii: "0") else { return nil }
        var length = 0
        for index in digits {
            guard 0x30...0x39 ~= bytes[index] else { return nil }
            length = length * 10 + Int(bytes[index] - 0x30)
        }
        return length
    }
}

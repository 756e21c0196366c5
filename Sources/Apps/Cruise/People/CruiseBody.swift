import Core
import Hummingbird
import NIOCore
import Storage
import Web

/// The members of a request: its query, and its body as JSON or as a form; an empty text is absent.
struct CruiseBody: Sendable {
    let members: [String: JSON]

    /// Bytes of a body.
    private static let sizeMax = 64 << 10

    init(_ members: [String: JSON]) {
        self.members = members
    }

    /// A member of the body has precedence over a parameter with its name.
    init(_ request: Request) async throws {
        var members: [String: JSON] = [:]
        for (name, value) in request.query { members[name] = .string(value) }
        let buffer: ByteBuffer
        do {
            buffer = try await request.body.collect(upTo: Self.sizeMax)
        } catch is NIOTooManyBytesError {
            throw CruiseError.bad("The body is too large.")
        }
        if buffer.readableBytes > 0 {
            let isForm = request.headers[.contentType]?.lowercased().contains("form-urlencoded") == true
            let own = isForm ? Self.form(buffer) : Self.object(buffer)
            guard let own else { throw CruiseError.bad("The body must be a JSON object.") }
            members.merge(own) { _, own in own }
        }
        self.members = members
    }

    /// Nil if it is absent, null or an empty text.
    subscript(_ names: String...) -> JSON? {
        for name in names {
            guard let value = members[name], value != .null else { continue }
            if let text = value.string, text.trimmed.isEmpty { continue }
            return value
        }
        return nil
    }

    /// One line, trimmed; a number counts as its digits.
    func text(_ names: String..., lengthMax: Int) throws(CruiseError) -> String? {
        for name in names {
            guard let value = self[name] else { continue }
            guard let text = value.string ?? value.integer.map({ String($0) }) else {
                throw .bad("\(name) must be a string.")
            }
            let trimmed = text.trimmed
            let isLine = trimmed.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            guard isLine, trimmed.unicodeScalars.count <= lengthMax else {
                throw .bad("\(name) must be a line of at most \(lengthMax) characters.")
            }
            return trimmed
        }
        return nil
    }

    /// A whole number, also as text.
    func integer(_ name: String, _ range: ClosedRange<Int64>) throws(CruiseError) -> Int64? {
        guard let value = self[name] else { return nil }
        guard let number = value.integer ?? value.string.flatMap({ Int64($0.trimmed) }),
            range ~= number
        else { throw .bad("\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound).") }
        return number
    }

    /// A phone, which must be there.
    func phone(_ name: String) throws(CruiseError) -> PhoneNumber {
        guard let text = try text(name, lengthMax: 40), let phone = CruisePhoneNumber.normalized(text) else {
            throw .bad("\(name) must be a phone number of ten digits.")
        }
        return phone
    }

    private static func object(_ buffer: ByteBuffer) -> [String: JSON]? {
        (try? JSON(parsing: buffer.readableBytesView))?.object
    }

    private static func form(_ buffer: ByteBuffer) -> [String: JSON]? {
        var members: [String: JSON] = [:]
        for pair in String(buffer: buffer).split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
                $0.replacing("+", with: " ").percentDecoded
            }
            guard let name = parts[0] else { return nil }
            guard let value = parts.count == 2 ? parts[1] : "" else { return nil }
            members[name] = .string(value)
        }
        return members
    }
}

extension PublicAnswer {
    /// The answer of a call without a result.
    static let cruiseDone = PublicAnswer { json in
        json.object { json in json.member("success", true) }
    }
}

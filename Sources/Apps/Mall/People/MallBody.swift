import Core
import FoundationEssentials
import Hummingbird
import Storage
import Web

/// The body of a request of the mall's clients, parsed leniently: an empty string is absent.
struct MallBody: Sendable {
    private let members: [String: JSON]

    init(_ request: Request) async throws {
        members = try await request.object()
    }

    init(_ members: [String: JSON]) {
        self.members = members
    }

    /// Nil if it is absent, null or an empty string.
    subscript(_ names: String...) -> JSON? {
        names.lazy.compactMap { members[$0] }.first { $0 != .null && $0 != .string("") }
    }

    func has(_ name: String) -> Bool { self[name] != nil }

    /// A text of one line, trimmed.
    func text(_ names: String..., lengthMax: Int) throws(Problem) -> String? {
        let name = names[0]
        guard let json = names.lazy.compactMap({ self[$0] }).first else { return nil }
        guard let text = json.string else { throw .wrongType(name) }
        let trimmed = text.trimmed
        let isPlain = trimmed.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard isPlain, trimmed.unicodeScalars.count <= lengthMax else {
            throw .wrong(
                Localized(
                    "\(name): не больше \(lengthMax) символов в одну строку.",
                    "\(name): at most \(lengthMax) characters in one line."
                )
            )
        }
        return trimmed.isEmpty ? nil : trimmed
    }

    /// Like `text`, but required.
    func required(_ name: String, lengthMax: Int) throws(Problem) -> String {
        guard let text = try text(name, lengthMax: lengthMax) else { throw .missing(name) }
        return text
    }

    func bool(_ names: String...) throws(Problem) -> Bool? {
        let name = names[0]
        guard let json = names.lazy.compactMap({ self[$0] }).first else { return nil }
        switch json {
        case .bool(let bool): return bool
        case .integer(0), .string("false"), .string("0"): return false
        case .integer(1), .string("true"), .string("1"): return true
        case .null, .integer, .decimal, .string, .array, .object: throw .wrongType(name)
        }
    }

    /// A normalized id; nil if it is absent or not an id.
    func id(_ name: String) -> String? { self[name]?.string.flatMap { Identifier.normalized($0) } }

    /// Unix seconds, whole or with a fraction.
    func seconds(_ name: String) throws(Problem) -> Timestamp? {
        guard let json = self[name] else { return nil }
        switch json {
        case .integer(let seconds): return Timestamp(seconds: seconds)
        case .decimal(let seconds): return Timestamp(seconds: seconds)
        case .null, .bool, .string, .array, .object: throw .wrongType(name)
        }
    }

    /// A moment in any format of the clients (mall.md 6.9); nil if it is absent, or the number 0.
    func moment(_ names: String...) throws(Problem) -> Timestamp? {
        let name = names[0]
        guard let json = names.lazy.compactMap({ self[$0] }).first, json != .integer(0) else { return nil }
        let moment: Timestamp? =
            switch json {
            case .integer(let seconds): Timestamp(seconds: seconds)
            case .decimal(let seconds): Timestamp(seconds: seconds)
            case .string(let text): Self.moment(text)
            case .null, .bool, .array, .object: nil
            }
        guard let moment else {
            throw .wrong(Localized("\(name): такой даты нет.", "\(name): there is no such date."))
        }
        return moment
    }

    /// `1990-05-13`, `1990-05-13 10:00:00 +0000`, ISO 8601, or seconds as text.
    private static func moment(_ text: String) -> Timestamp? {
        guard text.utf8.count <= 40 else { return nil }
        if let seconds = Int64(text) { return Timestamp(seconds: seconds) }
        if text.utf8.count == 10 { return Timestamp("\(text)T00:00:00Z") }
        var parts = text.split(separator: " ").map(String.init)
        if parts.count == 3 { parts = [parts[0], parts[1] + parts[2]] }
        return Timestamp(parts.joined(separator: "T"))
    }
}

extension Timestamp {
    /// Rounds to the microsecond; nil outside the years 1 to 9999.
    init?(seconds: Decimal) {
        let half: Decimal = seconds < 0 ? -0.5 : 0.5
        guard let rounded = (seconds * 1_000_000 + half).wholePart else { return nil }
        self.init(microseconds: rounded)
    }
}

extension Problem {
    static func wrongType(_ name: String) -> Problem {
        wrong(Localized("\(name): неверный тип значения.", "\(name): the value has the wrong type."))
    }

    static func missing(_ name: String) -> Problem {
        wrong(Localized("Не заполнено поле \(name).", "The field \(name) is missing."))
    }
}

import FoundationEssentials

/// A JSON value.
///
/// A whole number that fits 64 bits is always `.integer`, any other number a `.decimal`.
package enum JSON: Sendable, Hashable {
    case null
    case bool(Bool)
    case integer(Int64)
    case decimal(Decimal)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    package var string: String? {
        guard case .string(let string) = self else { return nil }
        return string
    }

    package var integer: Int64? {
        guard case .integer(let integer) = self else { return nil }
        return integer
    }

    package var bool: Bool? {
        guard case .bool(let bool) = self else { return nil }
        return bool
    }

    package var array: [JSON]? {
        guard case .array(let array) = self else { return nil }
        return array
    }

    package var object: [String: JSON]? {
        guard case .object(let object) = self else { return nil }
        return object
    }

    /// The strings of an array of strings; empty for anything else.
    package var strings: [String] { array?.compactMap(\.string) ?? [] }

    /// The member of an object with this name.
    package subscript(name: String) -> JSON? { object?[name] }

    /// Compact, with sorted keys and unescaped slashes.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    package var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.value(self)
        return writer.bytes
    }

    /// This value changed by a merge patch (RFC 7396); null in the patch removes a member.
    package func merged(with patch: JSON) -> JSON {
        guard case .object(let changes) = patch else { return patch }
        var members = object ?? [:]
        for (name, change) in changes {
            if change == .null {
                members.removeValue(forKey: name)
            } else {
                members[name] = (members[name] ?? .null).merged(with: change)
            }
        }
        return .object(members)
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(arrayLiteral elements: JSON...) { self = .array(elements) }
    package init(nilLiteral: ()) { self = .null }

    package init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }

    /// The string, or null if it is nil.
    package init(_ string: String?) { self = string.map { .string($0) } ?? .null }
}

extension JSON {
    /// This object with the members of another one, including those that are null.
    package func adding(_ other: JSON) -> JSON {
        .object((object ?? [:]).merging(other.object ?? [:]) { _, new in new })
    }
}

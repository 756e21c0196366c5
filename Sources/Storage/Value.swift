/// A value of a column.
///
/// JSON and UUIDs are passed as text; each database stores its native type.
package enum Value: Sendable, Hashable {
    case null
    case bool(Bool)
    case integer(Int64)
    case double(Double)
    case text(String)
    case bytes([UInt8])
    case timestamp(Timestamp)
}

/// A Swift type that can be bound to a column and read from it.
package protocol Storable: Sendable {
    var value: Value { get }

    /// Nil if the column holds something else; SQLite stores a bool and a timestamp as integers.
    init?(_ value: Value)
}

extension Value: Storable {
    package var value: Value { self }
    package init(_ value: Value) { self = value }
}

extension Bool: Storable {
    package var value: Value { .bool(self) }

    package init?(_ value: Value) {
        switch value {
        case .bool(let bool): self = bool
        case .integer(let integer): self = integer != 0
        case .null, .double, .text, .bytes, .timestamp: return nil
        }
    }
}

extension Int64: Storable {
    package var value: Value { .integer(self) }

    package init?(_ value: Value) {
        guard case .integer(let integer) = value else { return nil }
        self = integer
    }
}

extension Int: Storable {
    package var value: Value { .integer(Int64(self)) }

    package init?(_ value: Value) {
        guard case .integer(let integer) = value, let int = Int(exactly: integer) else { return nil }
        self = int
    }
}

extension Double: Storable {
    package var value: Value { .double(self) }

    package init?(_ value: Value) {
        switch value {
        case .double(let double): self = double
        case .integer(let integer): self = Double(integer)
        case .null, .bool, .text, .bytes, .timestamp: return nil
        }
    }
}

extension String: Storable {
    package var value: Value { .text(self) }

    package init?(_ value: Value) {
        guard case .text(let text) = value else { return nil }
        self = text
    }
}

extension [UInt8]: Storable {
    package var value: Value { .bytes(self) }

    package init?(_ value: Value) {
        guard case .bytes(let bytes) = value else { return nil }
        self = bytes
    }
}

extension Timestamp: Storable {
    package var value: Value { .timestamp(self) }

    package init?(_ value: Value) {
        switch value {
        case .timestamp(let timestamp): self = timestamp
        case .integer(let microseconds): self.init(microseconds: microseconds)
        case .null, .bool, .double, .text, .bytes: return nil
        }
    }
}

extension Optional: Storable where Wrapped: Storable {
    package var value: Value { self?.value ?? .null }

    package init?(_ value: Value) {
        if value == .null {
            self = .none
        } else if let wrapped = Wrapped(value) {
            self = .some(wrapped)
        } else {
            return nil
        }
    }
}

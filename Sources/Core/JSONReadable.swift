import Storage

/// A value that is read from JSON which this program wrote, here or on another server.
///
/// A member that is missing or of another kind is a fault with a pointer to it, never an empty value.
package protocol JSONReadable: Sendable {
    init(json: JSON) throws(Fault)
}

extension JSON {
    /// The member of an object; an optional one may be null or missing.
    package func get<Value: JSONReadable>(
        _ name: String,
        as kind: Value.Type = Value.self
    ) throws(Fault) -> Value {
        let member = self[name]
        do throws(Fault) {
            return try Value(json: member ?? .null)
        } catch {
            throw member == nil ? Fault("#/\(name)", "не заполнено", "is missing") : error.inside(name)
        }
    }
}

extension Fault {
    /// The same fault with a pointer from the object or list around its value.
    fileprivate func inside(_ name: String) -> Fault {
        Fault("#/\(name.pointerPart)\(pointer.dropFirst())", detail)
    }
}

extension JSON: JSONReadable {
    package init(json: JSON) { self = json }
}

extension String: JSONReadable {
    package init(json: JSON) throws(Fault) {
        guard let string = json.string else {
            throw Fault("#", "должно быть строкой", "must be a string")
        }
        self = string
    }
}

extension Int64: JSONReadable {
    package init(json: JSON) throws(Fault) {
        guard let integer = json.integer else {
            throw Fault("#", "должно быть целым числом", "must be a whole number")
        }
        self = integer
    }
}

extension Int: JSONReadable {
    package init(json: JSON) throws(Fault) {
        guard let integer = Int(exactly: try Int64(json: json)) else {
            throw Fault("#", "слишком большое число", "is too large a number")
        }
        self = integer
    }
}

extension Bool: JSONReadable {
    package init(json: JSON) throws(Fault) {
        guard let bool = json.bool else {
            throw Fault("#", "должно быть true или false", "must be true or false")
        }
        self = bool
    }
}

extension Timestamp: JSONReadable {
    package init(json: JSON) throws(Fault) {
        guard let moment = Timestamp(try String(json: json)) else {
            throw Fault("#", "должно быть временем RFC 3339", "must be a time as RFC 3339 has it")
        }
        self = moment
    }
}

extension JSONReadable where Self: RawRepresentable<String> {
    package init(json: JSON) throws(Fault) {
        let name = try String(json: json)
        guard let value = Self(rawValue: name) else {
            throw Fault("#", "неизвестно этой версии: \(name)", "is unknown to this version: \(name)")
        }
        self = value
    }
}

extension ReplicaStatus.State: JSONReadable {}

extension Optional: JSONReadable where Wrapped: JSONReadable {
    package init(json: JSON) throws(Fault) {
        if json == .null { self = nil } else { self = try Wrapped(json: json) }
    }
}

extension Array: JSONReadable where Element: JSONReadable {
    package init(json: JSON) throws(Fault) {
        guard let elements = json.array else { throw Fault("#", "должно быть списком", "must be a list") }
        self = []
        reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            do throws(Fault) {
                append(try Element(json: element))
            } catch {
                throw error.inside(String(index))
            }
        }
    }
}

extension Dictionary: JSONReadable where Key == String, Value: JSONReadable {
    package init(json: JSON) throws(Fault) {
        guard let members = json.object else {
            throw Fault("#", "должно быть объектом", "must be an object")
        }
        self = [:]
        for (name, member) in members {
            do throws(Fault) {
                self[name] = try Value(json: member)
            } catch {
                throw error.inside(name)
            }
        }
    }
}

/// A text in the language of the answer that has it.
extension Localized: JSONReadable {
    package init(json: JSON) throws(Fault) { self.init(same: try String(json: json)) }
}

extension Page: JSONReadable where Element: JSONReadable {
    package init(json: JSON) throws(Fault) {
        self.init(
            elements: try json.get("items"),
            next: try json.get("next"),
            total: try json.get("total")
        )
    }
}

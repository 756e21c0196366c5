import Core
import Storage

/// Reads the members of a JSON body one by one, and reports every fault at once.
package struct MemberReader {
    private var members: [String: JSON]
    private var faults: [Fault] = []
    /// The position of the members in the body: empty, or `context/`.
    private let place: String

    package init(_ members: [String: JSON], in place: String = "") {
        (self.members, self.place) = (members, place)
    }

    /// The member, which counts as known from here on; nil if it is missing or null.
    package mutating func take(_ name: String) -> JSON? {
        let value = members.removeValue(forKey: name)
        return value == .null ? nil : value
    }

    /// True if the member is present, even if it is null.
    package func has(_ name: String) -> Bool { members[name] != nil }

    package mutating func fault(_ path: String, _ ru: String, _ en: String) {
        faults.append(Fault("#/\(place)\(path)", ru, en))
    }

    package mutating func bool(_ name: String) -> Bool { optionalBool(name) ?? false }

    package mutating func optionalBool(_ name: String) -> Bool? {
        guard let value = take(name) else { return nil }
        if value.bool == nil { fault(name, "должно быть true или false", "must be true or false") }
        return value.bool
    }

    package mutating func requiredBool(_ name: String) -> Bool {
        guard let value = take(name)?.bool else {
            fault(name, "должно быть true или false", "must be true or false")
            return false
        }
        return value
    }

    package mutating func string(_ name: String) -> String {
        guard let value = take(name) else {
            fault(name, "не заполнено", "is missing")
            return ""
        }
        if value.string == nil { fault(name, "должно быть строкой", "must be a string") }
        return value.string ?? ""
    }

    package mutating func optionalString(_ name: String) -> String? {
        guard let value = take(name) else { return nil }
        if value.string == nil { fault(name, "должно быть строкой", "must be a string") }
        return value.string
    }

    package mutating func integer(_ name: String) -> Int64? {
        guard let value = take(name) else { return nil }
        if value.integer == nil { fault(name, "должно быть целым числом", "must be a whole number") }
        return value.integer
    }

    package mutating func integer(_ name: String, in range: ClosedRange<Int64>) -> Int64? {
        guard let value = take(name) else { return nil }
        guard let number = value.integer, range.contains(number) else {
            let (low, high) = (range.lowerBound, range.upperBound)
            fault(name, "должно быть от \(low) до \(high)", "must be from \(low) to \(high)")
            return nil
        }
        return number
    }

    package mutating func moment(_ name: String) -> Timestamp? {
        guard let text = optionalString(name) else { return nil }
        let moment = Timestamp(text)
        if moment == nil {
            fault(name, "должно быть временем RFC 3339", "must be a time as RFC 3339 has it")
        }
        return moment
    }

    package mutating func strings(_ name: String) -> [String]? {
        guard let value = take(name) else { return nil }
        let isFine = value.array?.count == value.strings.count
        if !isFine { fault(name, "должно быть списком строк", "must be an array of strings") }
        return value.strings
    }

    package mutating func object(_ name: String) -> [String: JSON] {
        guard let value = take(name)?.object else {
            fault(name, "должно быть объектом", "must be an object")
            return [:]
        }
        return value
    }

    package mutating func choice(_ name: String, _ choices: [String], initially: String? = nil) -> String? {
        guard let value = take(name) ?? initially.map({ .string($0) }) else {
            fault(name, "не заполнено", "is missing")
            return nil
        }
        guard let text = value.string, choices.contains(text) else {
            let list = choices.joined(separator: ", ")
            fault(name, "должно быть одним из: \(list)", "must be one of \(list)")
            return nil
        }
        return text
    }

    /// A case by its name; nil if the member is missing.
    package mutating func optionalChoice<Kind: CaseIterable & RawRepresentable<String>>(
        _ name: String,
        of kind: Kind.Type
    ) -> Kind? {
        guard let value = take(name) else { return nil }
        members[name] = value
        return choice(name, kind.allCases.map(\.rawValue)).flatMap(Kind.init(rawValue:))
    }

    /// Throws every fault, including unknown members.
    package mutating func finish() throws(Problem) {
        for name in members.keys.sorted() {
            fault(name.clipped.pointerPart, "нет такого поля", "is not a field here")
        }
        guard faults.isEmpty else { throw .invalid(faults) }
    }
}

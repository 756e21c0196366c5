import Core

/// Reads the members of a JSON body one by one, and reports every fault at once.
struct MemberReader {
    private var members: [String: JSON]
    private var faults: [Fault] = []

    init(_ members: [String: JSON]) {
        self.members = members
    }

    /// The member, which is known from here on; nil where it is missing or null.
    mutating func take(_ name: String) -> JSON? {
        let value = members.removeValue(forKey: name)
        return value == .null ? nil : value
    }

    /// Whether the member is there, be it null.
    func has(_ name: String) -> Bool { members[name] != nil }

    mutating func fault(_ path: String, _ ru: String, _ en: String) {
        faults.append(Fault("#/\(path)", ru, en))
    }

    mutating func bool(_ name: String) -> Bool {
        guard let value = take(name) else { return false }
        if value.bool == nil { fault(name, "должно быть true или false", "must be true or false") }
        return value.bool ?? false
    }

    mutating func requiredBool(_ name: String) -> Bool {
        guard let value = take(name)?.bool else {
            fault(name, "должно быть true или false", "must be true or false")
            return false
        }
        return value
    }

    mutating func string(_ name: String) -> String {
        guard let value = take(name)?.string else {
            fault(name, "должно быть строкой", "must be a string")
            return ""
        }
        return value
    }

    mutating func object(_ name: String) -> [String: JSON] {
        guard let value = take(name)?.object else {
            fault(name, "должно быть объектом", "must be an object")
            return [:]
        }
        return value
    }

    mutating func choice(_ name: String, _ choices: [String], initially: String? = nil) -> String? {
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

    /// Throws every fault, those of members that nobody knows among them.
    mutating func finish() throws(Problem) {
        for name in members.keys.sorted() {
            let name = String(name.prefix(80)).replacing("~", with: "~0").replacing("/", with: "~1")
            fault(name, "здесь не нужно", "has no place here")
        }
        guard faults.isEmpty else { throw .invalid(faults) }
    }
}

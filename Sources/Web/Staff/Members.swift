import Core

/// Reads the members of a body one by one and reports every fault at once.
package struct Members {
    private let members: [String: JSON]
    private var known: Set<String> = []
    private var faults: [Fault] = []

    package init(_ members: [String: JSON]) {
        self.members = members
    }

    package mutating func string(_ name: String) -> String {
        if let string = optionalString(name) { return string }
        if members[name] == nil { faults.append(Fault("#/\(name)", "не заполнено", "is missing")) }
        return ""
    }

    package mutating func role(_ name: String) -> Role {
        if let role = optionalRole(name) { return role }
        if members[name] == nil { faults.append(Fault("#/\(name)", "не заполнено", "is missing")) }
        return .viewer
    }

    package mutating func optionalString(_ name: String) -> String? {
        optional(name, "должно быть строкой", "must be a string", \.string)
    }

    package mutating func optionalStrings(_ name: String) -> [String]? {
        optional(name, "должно быть списком строк", "must be a list of strings") { json in
            json.array.flatMap { $0.count == json.strings.count ? json.strings : nil }
        }
    }

    /// True where the member is there, and null.
    package func isNull(_ name: String) -> Bool { members[name] == .null }

    package mutating func optionalBool(_ name: String) -> Bool? {
        optional(name, "должно быть true или false", "must be true or false", \.bool)
    }

    package mutating func optionalRole(_ name: String) -> Role? {
        let names = Role.allCases.map(\.rawValue).joined(separator: ", ")
        return optional(name, "должно быть одним из: \(names)", "must be one of \(names)") { json in
            json.string.flatMap { Role(rawValue: $0) }
        }
    }

    /// Permissions that may be given beside those of a role.
    package mutating func optionalGrants(_ name: String) -> Set<Permission>? {
        let names = Permission.grantable.map(\.rawValue).joined(separator: ", ")
        return optional(name, "должно быть списком из: \(names)", "must be a list of \(names)") { json in
            guard let array = json.array else { return nil }
            let grants = array.compactMap { $0.string.flatMap { Permission(rawValue: $0) } }
            return grants.count == array.count && grants.allSatisfy(Permission.grantable.contains)
                ? Set(grants) : nil
        }
    }

    package mutating func optionalInteger(_ name: String, in range: ClosedRange<Int64>) -> Int64? {
        let (low, high) = (range.lowerBound, range.upperBound)
        return optional(name, "должно быть от \(low) до \(high)", "must be from \(low) to \(high)") { json in
            json.integer.flatMap { range.contains($0) ? $0 : nil }
        }
    }

    private mutating func optional<T>(_ name: String, _ ru: String, _ en: String, _ read: (JSON) -> T?) -> T?
    {
        known.insert(name)
        guard let json = members[name], json != .null else { return nil }
        let value = read(json)
        if value == nil { faults.append(Fault("#/\(name)", ru, en)) }
        return value
    }

    /// Throws every fault, unknown members included.
    package func finish() throws(Problem) {
        let unknown = members.keys.filter { !known.contains($0) }.sorted()
            .map { Fault("#/\($0.prefix(80))", "нет такого поля", "is not a field here") }
        guard faults.isEmpty, unknown.isEmpty else { throw .invalid(faults + unknown) }
    }
}

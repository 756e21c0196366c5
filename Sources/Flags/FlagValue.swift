import Core

/// The value of a flag: a text, the in-app default, or a value that Google's services decide.
///
/// In the transfer format it is an object with exactly one of five members (remote-config.md 4.1); unknown members are
/// kept.
package struct FlagValue: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// The text that apps receive, whatever the type.
        case text(String)
        case inAppDefault
        /// Stored for Google's services and skipped here.
        case managed(Manager, JSON)
    }

    package enum Manager: String, Sendable, CaseIterable {
        case personalization = "personalizationValue"
        case rollout = "rolloutValue"
        case experiment = "experimentValue"
    }

    package var kind: Kind
    var rest: [String: JSON] = [:]

    package init(_ kind: Kind) {
        self.kind = kind
    }

    package init(_ text: String) {
        self.init(.text(text))
    }

    package static let inAppDefault = FlagValue(.inAppDefault)

    /// The text that apps receive; nil if they receive nothing.
    package var text: String? {
        guard case .text(let text) = kind else { return nil }
        return text
    }

    /// Throws if there is no kind or more than one, or if its form is wrong (R35, R36).
    package init(json: JSON, at pointer: String) throws(FlagFault) {
        guard let members = json.object else {
            throw .unsupported(pointer, "должно быть объектом", "must be an object")
        }
        let kinds = Self.kinds.filter { members[$0] != nil }
        guard kinds.count == 1, let name = kinds.first, let member = members[name] else {
            throw .unsupported(
                pointer,
                "должно быть ровно одно из: \(Self.kinds.joined(separator: ", "))",
                "must have exactly one of \(Self.kinds.joined(separator: ", "))"
            )
        }
        kind = try Self.kind(name, member, at: "\(pointer)/\(name)")
        rest = members.filter { $0.key != name }
    }

    private static func kind(_ name: String, _ member: JSON, at pointer: String) throws(FlagFault) -> Kind {
        if let manager = Manager(rawValue: name) {
            guard member.object != nil else {
                throw .unsupported(pointer, "должно быть объектом", "must be an object")
            }
            return .managed(manager, member)
        }
        if name == "useInAppDefault" {
            guard member == true else {
                throw FlagFault(.inAppDefault, pointer, Localized("может быть только true", "must be true"))
            }
            return .inAppDefault
        }
        guard let text = member.string else {
            throw .unsupported(pointer, "должно быть строкой", "must be a string")
        }
        return .text(text)
    }

    package var json: JSON {
        var members = rest
        switch kind {
        case .text(let text): members["value"] = .string(text)
        case .inAppDefault: members["useInAppDefault"] = true
        case .managed(let manager, let json): members[manager.rawValue] = json
        }
        return .object(members)
    }

    private static let kinds = ["value", "useInAppDefault"] + Manager.allCases.map(\.rawValue)
}

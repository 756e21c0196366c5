import FoundationEssentials
import Storage

/// Changes of a hook; nil leaves a value as it is, or at its default.
package struct HookChanges: Sendable {
    package var url: String?
    package var description: String?
    package var events: [String]?
    /// An empty list means every type.
    package var types: [String]?
    package var isActive: Bool?

    package init(
        url: String? = nil,
        description: String? = nil,
        events: [String]? = nil,
        types: [String]? = nil,
        isActive: Bool? = nil
    ) {
        self.url = url
        self.description = description
        self.events = events
        self.types = types
        self.isActive = isActive
    }

    /// The changes without duplicates; throws every fault at once.
    func checked(against known: [ContentType]) throws(Problem) -> HookChanges {
        var faults: [Fault] = []
        var result = self
        if let url {
            result.url = Self.checkedURL(url)
            if result.url == nil { faults.append(Self.urlFault) }
        }
        if let description {
            result.description = description.trimmed
            if let fault = Self.fault(inDescription: result.description ?? "") { faults.append(fault) }
        }
        if let events {
            result.events = events.withoutDoubles
            faults += Self.faults(inEvents: events)
        }
        if let types {
            result.types = types.withoutDoubles
            let names = known.map { $0.name }
            faults += types.prefix(Limits.hookEventsMax).enumerated().filter { !names.contains($0.element) }
                .map {
                    Fault("#/types/\($0.offset)", "нет такого вида записей", "is not a type of content")
                }
        }
        guard faults.isEmpty else { throw .invalid(faults) }
        return result
    }

    /// An absolute web address of unambiguous characters; nil for any other.
    private static func checkedURL(_ text: String) -> String? {
        let text = text.trimmed
        let isPlain = text.utf8.allSatisfy { byte in
            0x20 < byte && byte < 0x7F && !"<>\"\\^`{|}".utf8.contains(byte)
        }
        guard text.utf8.count <= Limits.urlLengthMax, isPlain, let parts = URLComponents(string: text),
            ["http", "https"].contains(parts.scheme?.lowercased()), let host = parts.host, !host.isEmpty,
            parts.user == nil, parts.password == nil, parts.fragment == nil,
            parts.port.map({ 1...65_535 ~= $0 }) ?? true
        else { return nil }
        return text
    }

    private static let urlFault = Fault(
        "#/url",
        "должно быть адресом вида https://example.org/hook, до \(Limits.urlLengthMax) знаков ASCII, без имени и пароля",
        "must be an address like https://example.org/hook, at most \(Limits.urlLengthMax) ASCII characters, with no "
            + "name and password"
    )

    private static func fault(inDescription text: String) -> Fault? {
        let isPlain = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard text.unicodeScalars.count > Limits.hookDescriptionLengthMax || !isPlain else { return nil }
        return Fault(
            "#/description",
            "должно быть не длиннее \(Limits.hookDescriptionLengthMax) символов в одну строку",
            "must have at most \(Limits.hookDescriptionLengthMax) characters in one line"
        )
    }

    private static func faults(inEvents events: [String]) -> [Fault] {
        guard 1...Limits.hookEventsMax ~= events.count else {
            return [
                Fault(
                    "#/events",
                    "должно быть от 1 до \(Limits.hookEventsMax) событий",
                    "must name 1 to \(Limits.hookEventsMax) events"
                )
            ]
        }
        let known = HookEvent.patterns.joined(separator: ", ")
        return events.enumerated().filter { !HookEvent.patterns.contains($0.element) }.map {
            Fault("#/events/\($0.offset)", "должно быть одним из: \(known)", "must be one of \(known)")
        }
    }
}

extension [String] {
    fileprivate var withoutDoubles: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}

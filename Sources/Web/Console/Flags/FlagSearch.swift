import Core

/// Parameters of flags among what can be done.
struct FlagSearch: Sendable {
    /// How many projects are looked through, and how many parameters are shown.
    private static let (projectsMax, foundMax) = (4, 6)

    let console: Console

    /// Those of which a name fits, as the palette shows them.
    func found(_ context: ConsoleContext, fits: ([String]) -> Bool) async throws -> [JSON] {
        guard context.author.may(.readFlags) else { return [] }
        let api = console.api(context)
        let projects = try await api.get("/flags")["items"]?.array ?? []
        var found: [JSON] = []
        for project in projects.prefix(Self.projectsMax) {
            let id = project["id"]?.string ?? ""
            let draft = try await api.get("/flags/\(id)/draft")
            let words = FlagWords(
                template: try FlagTemplate.parsing(draft["template"] ?? [:]),
                notes: try FlagNotes(json: draft["notes"] ?? [:]),
                language: context.language
            )
            for key in words.template.parameters.keys.sorted() {
                let title = words.title(ofParameter: key)
                let deed = words.say("Сменить: ", "Change: ") + title
                guard fits([deed, key]) else { continue }
                let environment = words.environment(project["environment"]?.string ?? "")
                found.append([
                    "path": .string("/flags/\(id)#flag-\(key)"), "icon": "flag", "title": .string(deed),
                    "sub": .string("\(project["title"]?.string ?? id), \(environment)"),
                ])
                if found.count >= Self.foundMax { return found }
            }
        }
        return found
    }
}

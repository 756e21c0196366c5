import Core
import Flags
import Web

/// The parameters of flags in the search palette.
struct FlagSearch: Sendable {
    /// The maximum numbers of searched projects and of found parameters.
    private static let (projectsMax, foundMax) = (4, 6)

    let console: Console

    /// The parameters whose name matches, as the palette shows them.
    func found(_ context: ConsoleContext, fits: ([String]) -> Bool) async throws -> [FoundAction] {
        guard context.author.may(.readFlags) else { return [] }
        let projects = console.services.flags.live.state.projects.values.sorted {
            $0.project.id < $1.project.id
        }
        var found: [FoundAction] = []
        for project in projects.prefix(Self.projectsMax) {
            let id = project.project.id
            let words = try await words(of: project, context)
            for key in words.template.parameters.keys.sorted() {
                let title = words.title(ofParameter: key)
                let deed = words.say("Сменить: ", "Change: ") + title
                guard fits([deed, key]) else { continue }
                let environment = words.environment(project.project.environment)
                found.append(
                    FoundAction(
                        path: "/flags/\(id)#flag-\(key)",
                        icon: "flag",
                        title: deed,
                        subtitle: "\(project.project.title), \(environment)"
                    )
                )
                if found.count >= Self.foundMax { return found }
            }
        }
        return found
    }

    /// The labels of the draft; memory holds only the published flags.
    private func words(of project: LiveFlagProject, _ context: ConsoleContext) async throws -> FlagLabels {
        if project.drafts[FlagPlace.clients]?.changes ?? 0 == 0 {
            return FlagLabels(project[FlagPlace.clients]?.sheet ?? AnnotatedTemplate(), context.language)
        }
        let draft = try await console.flags(context).drafts.draft(FlagPlace(project.project))
        return FlagLabels(draft.sheet, context.language)
    }
}

import Core
import Hummingbird

extension FormPages {
    func addEditing(to group: RouterGroup<ConsoleContext>) {
        group.post("{id}/here") { request, context in try await here(request, context) }
        group.post("{id}/gone") { request, context in try await gone(request, context) }
    }

    /// Reports that somebody has the form open; responds with the others who have.
    private func here(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try context.author.require(.writeContent)
        let isTyping = try await request.form()["typing"] == "1"
        let others = try await console.services.editing.tell(
            type.name,
            try contentID(context),
            staffID: context.session.staff.id,
            isTyping: isTyping
        )
        return .json(["text": JSON(Self.text(of: others)?[context.language])])
    }

    private func gone(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try context.author.require(.writeContent)
        try await console.services.editing.leave(
            type.name,
            try contentID(context),
            staffID: context.session.staff.id
        )
        return Response(status: .noContent)
    }

    private func contentID(_ context: ConsoleContext) throws -> String {
        guard let id = Identifier.normalized(try context.parameters.require("id")) else {
            throw Problem(.notFound, Localized("Такой записи нет.", "There is no such entry."))
        }
        return id
    }

    /// The other editors of an entry, as the page shows them; null if there are none.
    func editors(of id: String?, _ context: ConsoleContext) async throws -> JSON {
        guard let id, context.author.role.permissions.contains(.writeContent) else { return .null }
        let others = try await console.services.editing.others(
            type.name,
            id,
            than: context.session.staff.id
        )
        return JSON(Self.text(of: others)?[context.language])
    }

    /// Nil if no other person has the form open.
    static func text(of colleagues: [Colleague]) -> Localized? {
        let typing = colleagues.filter(\.isTyping)
        let names = { (people: [Colleague]) in
            Localized(people.map(\.name).listed(.ru), people.map(\.name).listed(.en))
        }
        switch (typing.count, colleagues.count) {
        case (_, 0): return nil
        case (0, _):
            let all = names(colleagues)
            return Localized("Эта запись сейчас открыта и у коллег: \(all.ru)", "Also open at: \(all.en)")
        case (1, _):
            let all = names(typing)
            return Localized("Сейчас правит \(all.ru)", "\(all.en) is editing this now")
        case _:
            let all = names(typing)
            return Localized("Сейчас правят \(all.ru)", "\(all.en) are editing this now")
        }
    }
}

extension [String] {
    /// The names as a list in a sentence: `A, B и C`.
    fileprivate func listed(_ language: Language) -> String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + (language == .ru ? " и " : " and ") + last
    }
}

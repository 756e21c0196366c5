import Core
import Hummingbird
import Web

/// The documents of orders in the console, as files.
struct DocumentFiles: Sendable {
    static let path = "/cruise/documents"

    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get(RouterPath("\(Self.path)/{id}")) { _, context in
            try context.author.require(.readPeople)
            let id = context.parameters.get("id").flatMap { Identifier.normalized($0) }
            guard let id, let file = try await OrderDocuments(services: console.services).file(id) else {
                throw Problem.notFound(Localized("Документа нет.", "There is no such document."))
            }
            return Response.pdf(file.bytes)
        }
    }
}

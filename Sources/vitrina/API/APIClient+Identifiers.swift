import Core

extension APIClient {
    /// Parameters of a list that are ids of something of the same app: `user` is one of its `users`.
    private static let references: Set<String> = ["user", "offer", "event", "client", "device", "shop"]

    /// The call with whole ids in the place of their parts.
    func whole(_ call: APICall) async throws -> APICall {
        var call = call
        for index in call.path.indices.dropFirst() {
            call.path[index] = try await whole(call.path[index], in: Array(call.path[..<index]))
        }
        guard let app = call.path.first, call.path.count > 1 else { return call }
        for index in call.query.indices where Self.references.contains(call.query[index].name) {
            let place = [app, call.query[index].name + "s"]
            call.query[index].value = try await whole(call.query[index].value, in: place)
        }
        return call
    }

    /// The id that ends or begins with the text, among those that stand under `path`.
    ///
    /// The text itself where it is no part of an id, or where nothing has it: it may be a slug.
    func whole(_ text: String, in path: [String]) async throws -> String {
        guard ShortIdentifier.isOne(text) else { return text }
        let query = [("in", path.joined(separator: "/")), ("part", text.lowercased())]
        let call = APICall(.get, ["ids"], query: query.map { (name: $0.0, value: $0.1) })
        let answer = try await api.send(call.with("Accept-Language", language.rawValue))
        // A server that does not know the path, or whose right is missing, says so to the call itself.
        guard answer.status == 200, let items = try? JSON(parsing: answer.body)["items"]?.array else {
            return text
        }
        let ids = items.compactMap(\.id)
        guard ids.count > 1 else { return ids.first ?? text }
        var failure = Failure(
            .usage,
            "ambiguous",
            Localized("Неоднозначный id: \(text). Подходят:", "The id \(text) is ambiguous. It can be:")
        )
        failure.advice = ids.map { Localized(same: $0) }
        throw failure
    }
}

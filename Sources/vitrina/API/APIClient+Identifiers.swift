import Core

extension APIClient {
    /// The list parameters that are ids of an object of the same app: `user` is the id of one of its `users`.
    private static let references: Set<String> = ["user", "offer", "event", "client", "device", "shop"]

    /// Returns the call with its short ids expanded.
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

    /// Expands a short id to the id under `path` that begins or ends with the text.
    ///
    /// Returns the text if it matches no id, because it may be a slug; throws if several ids match.
    func whole(_ text: String, in path: [String]) async throws -> String {
        guard ShortIdentifier.isOne(text) else { return text }
        let query = [("in", path.joined(separator: "/")), ("part", text.lowercased())]
        let call = APICall(.get, ["ids"], query: query.map { (name: $0.0, value: $0.1) })
        let answer = try await api.send(call.with("Accept-Language", language.rawValue))
        // If the server does not have the path, or a right is missing, the call itself reports that.
        guard answer.status == 200, let page = try? Page<JSON>(json: JSON(parsing: answer.body)) else {
            return text
        }
        let ids = page.elements.compactMap(\.id)
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

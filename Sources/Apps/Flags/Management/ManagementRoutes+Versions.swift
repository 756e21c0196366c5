import Core
import Flags
import HTTPTypes
import Hummingbird
import Storage
import Web

extension ManagementRoutes {
    // MARK: Versions

    /// Lists the versions, newest first (R25).
    func list(_ ask: Ask) async throws -> Response {
        let page = try await store.versions(try versionQuery(ask.query), ask.place)
        var members: [String: JSON] = ["versions": .array(page.elements.map(\.wireJSON))]
        if let next = page.next { members["nextPageToken"] = .string(next) }
        return .json(.object(members))
    }

    private func versionQuery(_ query: FlagQuery) throws(Problem) -> FlagVersionQuery {
        var asked = FlagVersionQuery(limit: Limits.flagVersionsMax)
        var faults: [Fault] = []
        if let text = query["pageSize", "page_size"] {
            let range = 1...Limits.flagVersionsMax
            guard let size = Int(text), range ~= size else {
                throw .invalid([
                    Fault(
                        "#/pageSize",
                        "должно быть от 1 до \(range.upperBound)",
                        "must be from 1 to \(range.upperBound)"
                    )
                ])
            }
            asked = FlagVersionQuery(limit: size)
        }
        if let text = query["pageToken", "page_token"] {
            asked.before = Int64(text)
            if asked.before == nil {
                faults.append(Fault("#/pageToken", "неверная метка страницы", "is not a token of this list"))
            }
        }
        if let text = query["endVersionNumber", "end_version_number"] {
            asked.endNumber = try number(text, "endVersionNumber")
        }
        asked.from = try time(query["startTime", "start_time"], "startTime")
        asked.until = try time(query["endTime", "end_time"], "endTime")
        guard faults.isEmpty else { throw .invalid(faults) }
        return asked
    }

    /// A time of RFC 3339; UTC without a zone, and an unencoded plus arrives as a space.
    private func time(_ text: String?, _ name: String) throws(Problem) -> Timestamp? {
        guard let text else { return nil }
        if let time = Timestamp(text) ?? Timestamp(text + "Z") { return time }
        if let space = text.lastIndex(of: " "),
            let time = Timestamp(text.replacingCharacters(at: space, with: "+"))
        {
            return time
        }
        throw .invalid([Fault("#/\(name)", "должно быть временем RFC 3339", "must be a time of RFC 3339")])
    }

    /// Rolls back to the number in the body (Admin SDKs) or in the query (Firebase's command line) (R14).
    func rollback(_ ask: Ask, _ request: Request) async throws -> Response {
        let json = try await FlagBody.strict(request)
        let member = json["versionNumber"] ?? json["version_number"]
        guard let text = member?.plainText ?? ask.query["versionNumber", "version_number"] else {
            throw Problem.invalid([Fault("#/versionNumber", "нужно", "is needed")])
        }
        let act = FlagAct(
            author: ask.author,
            description: json["description"]?.string,
            address: ask.address,
            allowsEmpty: true
        )
        let version = try await store.rollback(to: try number(text, "versionNumber"), at: ask.place, as: act)
        return .json(version.wireJSON, headers: [.eTag: ask.etag(version.number)])
    }

    // MARK: Other resources

    func defaults(_ ask: Ask) async throws -> Response {
        let name = ask.query["format"] ?? DefaultsFile.json.rawValue
        guard let format = DefaultsFile(rawValue: name.uppercased()) else {
            let names = DefaultsFile.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem.invalid([Fault("#/format", "одно из: \(names)", "must be one of \(names)")])
        }
        let version = try await store.current(ask.place)
        return Response(
            status: .ok,
            headers: [
                .contentType: format.contentType, .cacheControl: "no-store", .eTag: ask.etag(version.number),
            ],
            body: ResponseBody(byteBuffer: .init(string: format.text(of: version.template)))
        )
    }

    /// The template with its conditions as trees, for servers that evaluate it by themselves (R61).
    func serverTemplate(_ ask: Ask) async throws -> Response {
        let version = try await store.current(ask.place)
        let served = version.sheet.served
        let conditions: [JSON] = served.conditions.compactMap { condition in
            guard let expression = try? ConditionExpression(parsing: condition.expression) else { return nil }
            return ["name": .string(condition.name), "condition": expression.parsed]
        }
        return .json(
            [
                "conditions": .array(conditions),
                // Clients see no groups.
                "parameters": .object(served.parameters.mapValues(\.json)),
                "version": version.info.wireJSON,
            ],
            headers: [.eTag: ask.etag(version.number)]
        )
    }

    func namespaces(_ ask: Ask) async throws -> Response {
        let names = try await store.namespaces(of: ask.project.id)
        return .json(["namespaces": .array(names.map { Self.namespace($0, of: ask.project) })])
    }

    static func namespace(_ name: String, of project: FlagProject) -> JSON {
        ["name": .string("projects/\(project.number)/namespaces/\(name)"), "namespace": .string(name)]
    }

    /// Always empty (remote-config.md 6.18).
    func list(_ name: String, _ id: String?) async throws -> Response {
        guard id == nil else {
            throw Problem.notFound(Localized("Такого здесь нет.", "There is none of that id."))
        }
        return .json(.object([name: .array([])]))
    }
}

extension String {
    fileprivate func replacingCharacters(at index: Index, with text: String) -> String {
        String(self[..<index]) + text + self[self.index(after: index)...]
    }
}

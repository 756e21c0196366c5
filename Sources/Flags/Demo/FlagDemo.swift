import Core
import Storage

/// Adds the flags of a demonstration: projects with their keys, past versions, and a draft.
package struct FlagDemo: Sendable {
    /// A client key, which is no secret in a demonstration.
    package struct Key: Sendable, Hashable {
        package let project: String
        package let secret: String
    }

    private let json: JSON
    private let store: FlagStore

    package init(_ json: JSON, store: FlagStore) {
        (self.json, self.store) = (json, store)
    }

    /// Returns the number of projects added.
    package func add() async throws -> Int {
        let known = Set(try await store.projects().map(\.id))
        var count = 0
        for project in json["projects"]?.array ?? [] {
            guard let id = project["id"]?.string, !known.contains(id) else { continue }
            try await add(project, id)
            count += 1
        }
        return count
    }

    private func add(_ project: JSON, _ id: String) async throws {
        let owner = author(nil, .owner)
        let new = NewFlagProject(
            id: id,
            number: project["number"]?.integer,
            app: json["app"]?.string ?? "",
            environment: project["environment"]?.string ?? "",
            title: json["title"]?.string ?? "",
            settings: try FlagSettings(json: project["settings"] ?? .object([:]))
        )
        _ = try await store.create(new, by: owner)
        if let secret = project["key"]?.string {
            _ = try await store.createKey(name: "Демо", of: id, secret: secret, by: owner)
        }
        for device in project["devices"]?.array ?? [] {
            try await store.addDevice(
                device["instance_id"]?.string ?? "",
                name: device["name"]?.string ?? "",
                of: id,
                by: owner
            )
        }
        try await addVersions(FlagPlace(project: id), upTo: project["versions"]?.integer ?? .max)
        if let draft = project["draft"] {
            let author = author(draft["author"]?.string, .editor)
            let edits = try edits(draft["edits"])
            _ = try await FlagDrafts(store: store).edit(edits, FlagPlace(project: id), from: 0, by: author)
        }
    }

    /// Publishes each version at its own time, so that the history is plausible.
    private func addVersions(_ place: FlagPlace, upTo count: Int64) async throws {
        var sheet = AnnotatedTemplate()
        for (index, version) in (json["versions"]?.array ?? []).enumerated() where index < count {
            let at = store.now().advanced(by: .seconds(-86_400 * (version["days_ago"]?.integer ?? 0)))
            for edit in try edits(version["edits"]) { try sheet.apply(edit, live: sheet) }
            let past = FlagStore(
                database: store.database,
                live: store.live,
                now: { at },
                random: store.random
            )
            _ = try await past.publish(
                sheet.template,
                notes: sheet.notes,
                at: place,
                expecting: .version(Int64(index)),
                as: FlagAct(
                    author: author(version["author"]?.string, .editor),
                    description: version["description"]?.string
                )
            )
        }
    }

    /// The edits of the file, in which metadata gives the review date as a number of days from now.
    private func edits(_ json: JSON?) throws -> [FlagEdit] {
        let dated = (json?.array ?? []).map { edit -> JSON in
            guard let days = edit["note"]?["review_in_days"]?.integer else { return edit }
            let day = store.now().advanced(by: .seconds(86_400 * days)).day
            return edit.merged(with: ["note": ["review_in_days": nil, "review_on": .string(day)]])
        }
        return try FlagEdit.parsing(.array(dated))
    }

    private func author(_ name: String?, _ role: Role) -> Author {
        Author(staffID: nil, name: name ?? "Витрина", role: role, door: .console)
    }
}

import Core
import Storage

/// Adds the flags of a demonstration: projects with their keys, past versions, and a draft.
package struct FlagDemo: Sendable {
    /// A client key, which is no secret in a demonstration.
    package struct Key: Sendable, Hashable {
        package let project: String
        package let secret: String
    }

    private let file: FlagDemoFile
    private let store: FlagStore

    package init(_ json: JSON, store: FlagStore) throws(Fault) {
        (file, self.store) = (try FlagDemoFile(json: json), store)
    }

    /// Returns the number of projects added.
    package func add() async throws -> Int {
        let known = Set(try await store.projects().map(\.id))
        var count = 0
        for project in file.projects where !known.contains(project.id) {
            try await add(project)
            count += 1
        }
        return count
    }

    private func add(_ project: FlagDemoFile.Project) async throws {
        let owner = author(nil, .owner)
        let new = NewFlagProject(
            id: project.id,
            number: project.number,
            app: file.app,
            environment: project.environment,
            title: file.title,
            settings: try FlagSettings(json: project.settings ?? .object([:]))
        )
        _ = try await store.create(new, by: owner)
        if let secret = project.key {
            _ = try await store.createKey(name: "Демо", of: project.id, secret: secret, by: owner)
        }
        for device in project.devices {
            try await store.addDevice(device.instanceID, name: device.name, of: project.id, by: owner)
        }
        let place = FlagPlace(project: project.id)
        try await addVersions(place, upTo: project.versions ?? .max)
        if let draft = project.draft {
            _ = try await FlagDrafts(store: store).edit(
                edits(draft),
                place,
                from: 0,
                by: author(draft.author, .editor)
            )
        }
    }

    /// Publishes each version at its own time, so that the history is plausible.
    private func addVersions(_ place: FlagPlace, upTo count: Int) async throws {
        var sheet = AnnotatedTemplate()
        for (index, version) in file.versions.prefix(count).enumerated() {
            let at = store.now().advanced(by: .seconds(-86_400 * version.age))
            for edit in try edits(version.change) { try sheet.apply(edit, live: sheet) }
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
                    author: author(version.change.author, .editor),
                    description: version.description
                )
            )
        }
    }

    /// The edits of the file, in which metadata gives the review date as a number of days from now.
    private func edits(_ change: FlagDemoFile.Change) throws -> [FlagEdit] {
        let dated = change.edits.map { edit -> JSON in
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

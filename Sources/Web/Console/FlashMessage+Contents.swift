import Core

extension FlashMessage.Call {
    /// A bulk change of entries, each by itself.
    package static func contents(_ type: ContentType, _ ids: [String], _ members: JSON) -> FlashMessage.Call {
        let own: JSON = ["ids": .array(ids.map { .string($0) }), "mode": "each"]
        return FlashMessage.Call(.contents(type: type.name), members.merged(with: own))
    }

    /// Reverts the changes that made these versions of entries of one type.
    ///
    /// `keepsDraft` preserves the published body as the draft, because it was typed by a person.
    package static func reverting(
        _ changes: [(id: String, version: Int64)],
        of type: ContentType,
        keepsDraft: Bool = false
    ) -> [FlashMessage.Call] {
        stride(from: 0, to: changes.count, by: Limits.undoBatch).map { start in
            let part = changes[start..<min(start + Limits.undoBatch, changes.count)]
            return contents(
                type,
                part.map(\.id),
                [
                    "action": "revert", "versions": .array(part.map { .integer($0.version) }),
                    "keep_draft": .bool(keepsDraft),
                ]
            )
        }
    }

    /// The calls that revert one entry to a version; empty if the action changed nothing.
    package static func reverting(
        _ content: Content,
        since version: Int64?,
        of type: ContentType,
        keepsDraft: Bool = false
    ) -> [FlashMessage.Call] {
        content.version == version
            ? [] : reverting([(content.id, content.version)], of: type, keepsDraft: keepsDraft)
    }

    /// The calls that revert a bulk change.
    static func reverting(_ report: BulkReport, of type: ContentType) -> [FlashMessage.Call] {
        reverting(zip(report.changedIDs, report.changedVersions).map { ($0, $1) }, of: type)
    }

    /// Switches a flag of an entry.
    package static func setting(
        _ flag: String,
        to value: Bool,
        of id: String,
        _ type: ContentType
    ) -> FlashMessage.Call {
        contents(type, [id], ["action": "flag", "field": .string(flag), "value": .bool(value)])
    }

    /// Moves an entry to a position.
    package static func moving(_ id: String, to place: Place, _ type: ContentType) -> FlashMessage.Call {
        contents(type, [id], ["action": "move", "place": place.json])
    }
}

extension Place {
    fileprivate var json: JSON {
        switch self {
        case .first: ["to": "first"]
        case .last: ["to": "last"]
        case .before(let id): ["before": .string(id)]
        case .after(let id): ["after": .string(id)]
        }
    }
}

extension Console {
    /// Performs a call of a flash message on entries.
    func run(
        _ call: FlashMessage.Call,
        of typeName: String,
        _ context: ConsoleContext
    ) async throws -> BulkReport {
        guard let type = type(named: typeName) else {
            throw Problem.notFound(Localized("Такого типа нет.", "There is no such type."))
        }
        let bulk = try BulkRequest(call.body?.object ?? [:], of: type)
        return try await services.contents.bulk(
            bulk.change,
            on: bulk.selection,
            of: type,
            as: ContentStore.Act(author: context.author)
        )
    }
}

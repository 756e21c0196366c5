import Core
import Flags
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The sync of a template with Google's Firebase: `/admin/api/v1/flags/{project}/google`.
struct GoogleRoutes: Sendable {
    let flags: FlagServices

    func add(to group: RouterGroup<StaffContext>) {
        group.group("{project}/google")
            .get { request, context in try await status(request, context) }
            .post("push") { request, context in try await push(request, context) }
            .post("pull") { request, context in try await pull(request, context) }
    }

    /// Requests Google only if `compare` is true.
    private func status(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readFlags)
        let place = try context.place(request)
        var json = try await flags.google.status(place).json(in: context.language)
        if request.value("compare") == "true" {
            let comparison = try await asking { try await flags.google.compare(place) }
            json = json.merged(with: comparison.json)
        }
        return .json(json)
    }

    /// Sends the published flags; `force` overwrites the version at Google that `etag` names.
    private func push(_ request: Request, _ context: StaffContext) async throws -> Response {
        var members = MemberReader(try await request.object())
        let (isForced, etag) = (members.bool("force"), members.optionalString("etag"))
        try members.finish()
        let place = try context.place(request)
        let theirs = try await asking {
            try await flags.google.push(
                place,
                force: isForced ? .over(etag: etag) : .no,
                isTrial: WriteMode.isDryRun,
                by: context.author,
                address: context.address
            )
        }
        let status = try await flags.google.status(place).json(in: context.language)
        return .json(status.merged(with: ["their_version": JSON(theirs.version)]))
    }

    /// Merges Google's version into the draft; `prefer` decides if both sides have changed the same thing.
    private func pull(_ request: Request, _ context: StaffContext) async throws -> Response {
        var members = MemberReader(try await request.object())
        let side = members.optionalChoice("prefer", of: FlagMerge.Side.self)
        try members.finish()
        let place = try context.place(request)
        let draft = try await asking {
            try await flags.google.pull(
                place,
                preferring: side,
                by: context.author,
                address: context.address
            )
        }
        return .json(draft.json(in: context.language), headers: [.eTag: "\"\(draft.revision)\""])
    }

    private func asking<R>(_ body: () async throws -> R) async throws -> R {
        do {
            return try await body()
        } catch let fault as GoogleFault {
            throw fault.problem
        }
    }
}

extension GoogleFlags.Status {
    /// The state as one word, the most important one first.
    private var word: String {
        guard link != nil else { return "off" }
        if let failure = state?.failure { return failure.isConflict ? "conflict" : "failed" }
        guard let number = state?.number else { return "never" }
        return number < current ? "behind" : "current"
    }

    fileprivate func json(in language: Language) -> JSON {
        [
            "state": .string(word), "project": JSON(link?.project),
            "push": .bool(link?.pushes ?? false), "has_key": .bool(hasKey), "current": .integer(current),
            "version": state?.number.map { .integer($0) } ?? .null,
            "their_version": JSON(state?.seen?.version), "etag": JSON(state?.seen?.etag),
            "at": JSON(state?.at?.description), "fault": JSON(state?.failure?.detail[language]),
            "fault_at": JSON(state?.failure?.at.description),
        ]
    }
}

extension GoogleFlags.Comparison {
    fileprivate var json: JSON {
        [
            "comparison": [
                "etag": .string(theirs.etag), "version": JSON(theirs.version), "is_seen": .bool(isSeen),
                "changes": .array(changes.map { $0.json }),
            ]
        ]
    }
}

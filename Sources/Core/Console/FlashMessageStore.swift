import Storage

/// What somebody is told after an act, and how they take it back.
package struct FlashMessage: Sendable, Hashable {
    /// One change that takes an act back, or is its next step.
    package struct Call: Sendable, Hashable {
        package enum Target: Sendable, Hashable {
            /// Contents of the type; the body is that of a bulk change.
            case contents(type: String)
            /// A request of the admin API, as another would make it.
            ///
            /// The path is under the prefix of the API, with its query: `/hooks/…`.
            case request(method: String, path: String)
        }

        package let target: Target
        package let body: JSON?
        /// The version that the act has made, where the request names one: a later one is somebody else's.
        package let version: Int64?
        /// What must still stand there, where it has no versions.
        package var expected: Expected?

        package init(_ method: String, _ path: String, _ body: JSON? = nil, version: Int64? = nil) {
            self.init(.request(method: method, path: path), body, version: version)
        }

        package init(_ target: Target, _ body: JSON? = nil, version: Int64? = nil) {
            (self.target, self.body, self.version) = (target, body, version)
        }
    }

    /// Members of an answer of the admin API, as the act has left them.
    package struct Expected: Sendable, Hashable {
        package let path: String
        package let members: [String: JSON]

        package init(_ path: String, _ members: [String: JSON]) {
            (self.path, self.members) = (path, members)
        }
    }

    /// The next step that the message offers.
    package struct Offer: Sendable, Hashable {
        /// The words of its button.
        package let title: String
        /// What is told when it is done.
        package let done: String
        package let calls: [Call]

        package init(_ title: String, done: String, _ calls: [Call]) {
            (self.title, self.done, self.calls) = (title, done, calls)
        }
    }

    package let id: String
    package let text: String
    package let calls: [Call]
    package let offer: Offer?
}

/// Keeps the acts of staff that can still be taken back.
package struct FlashMessageStore: Sendable {
    /// For how long an act can be taken back.
    private static let undoAge: Duration = .seconds(600)

    let database: any Database
    let now: @Sendable () -> Timestamp
    let random: RandomBytes

    package init(database: any Database, now: @escaping @Sendable () -> Timestamp, random: RandomBytes) {
        (self.database, self.now, self.random) = (database, now, random)
    }

    /// The id under which the notice is kept.
    package func keep(
        _ text: String,
        undo calls: [FlashMessage.Call],
        offer: FlashMessage.Offer? = nil,
        for staffID: String
    ) async throws -> String {
        let at = now()
        var kept: [String: JSON] = ["undo": .array(calls.map(\.json))]
        kept["offer"] = offer?.json
        let acts = JSON.object(kept).text
        let id = Identifier.new(at: at, random: random)
        _ = try await database.write { connection in
            try connection.execute(
                """
                INSERT INTO notices (id, staff_id, text, calls, made_at)
                VALUES (\(id), \(staffID), \(text), \(acts), \(at))
                """
            )
        }
        return id
    }

    /// What is to be told; nil where it is not of this person, or long past.
    package func find(_ id: String, of staffID: String) async throws -> FlashMessage? {
        guard let id = Identifier.normalized(id) else { return nil }
        let oldest = now().advanced(by: .zero - Self.undoAge)
        return try await database.read { connection in
            try connection.rows(
                """
                SELECT id, text, calls FROM notices
                WHERE id = \(id) AND staff_id = \(staffID) AND used_at IS NULL AND made_at > \(oldest)
                """
            ).first.map(FlashMessage.init)
        }
    }

    /// Takes a notice, the last one where none is named, so that it is undone once; nil where there is none.
    package func take(_ id: String?, of staffID: String) async throws -> FlashMessage? {
        let (at, id) = (now(), id.flatMap { Identifier.normalized($0) })
        let oldest = at.advanced(by: .zero - Self.undoAge)
        return try await database.write { connection in
            let chosen: SQL = id.map { "AND id = \($0)" } ?? ""
            let rows = try connection.rows(
                """
                SELECT id, text, calls FROM notices
                WHERE staff_id = \(staffID) AND used_at IS NULL AND made_at > \(oldest) \(chosen)
                ORDER BY made_at DESC, id DESC LIMIT 1
                """
            )
            guard let notice = try rows.first.map(FlashMessage.init), !notice.calls.isEmpty else { return nil }
            let taken = try connection.execute(
                "UPDATE notices SET used_at = \(at) WHERE id = \(notice.id) AND used_at IS NULL"
            )
            return taken == 1 ? notice : nil
        }
    }

    /// Takes away what nobody can undo any more.
    package func removeExpired() async throws {
        let oldest = now().advanced(by: .zero - Self.undoAge)
        _ = try await database.write { connection in
            try connection.execute("DELETE FROM notices WHERE made_at <= \(oldest)")
        }
    }
}

extension FlashMessage {
    fileprivate init(_ row: Row) throws {
        id = try row.get("id")
        text = try row.get("text")
        let calls = try JSON(parsing: try row.get("calls", as: String.self))
        self.calls = (calls["undo"]?.array ?? calls.array ?? []).compactMap { Call($0) }
        offer = calls["offer"].flatMap { Offer($0) }
    }
}

extension FlashMessage.Offer {
    fileprivate var json: JSON {
        ["title": .string(title), "done": .string(done), "calls": .array(calls.map(\.json))]
    }

    fileprivate init?(_ json: JSON) {
        guard let title = json["title"]?.string, let calls = json["calls"]?.array else { return nil }
        self.init(title, done: json["done"]?.string ?? title, calls.compactMap { FlashMessage.Call($0) })
    }
}

extension FlashMessage.Call {
    fileprivate var json: JSON {
        var members: [String: JSON] = ["body": body ?? .null]
        switch target {
        case .contents(let type): members["contents"] = .string(type)
        case .request(let method, let path):
            (members["method"], members["path"]) = (.string(method), .string(path))
        }
        members["version"] = version.map { .integer($0) }
        members["expected"] = expected.map { ["path": .string($0.path), "members": .object($0.members)] }
        return .object(members)
    }

    fileprivate init?(_ json: JSON) {
        let target: Target
        if let type = json["contents"]?.string {
            target = .contents(type: type)
        } else if let method = json["method"]?.string, let path = json["path"]?.string {
            target = .request(method: method, path: path)
        } else {
            return nil
        }
        let body = json["body"].flatMap { $0 == .null ? Optional.none : $0 }
        self.init(target, body, version: json["version"]?.integer)
        if let path = json["expected"]?["path"]?.string {
            expected = FlashMessage.Expected(path, json["expected"]?["members"]?.object ?? [:])
        }
    }
}

import Core

extension OpenAPI {
    /// The parameters of every change, by name.
    static let changeParameters: JSON = [
        "IdempotencyKey": [
            "name": "Idempotency-Key", "in": "header",
            "schema": [
                "type": "string", "minLength": 1,
                "maxLength": .integer(Int64(Limits.idempotencyKeyLengthMax)),
                "pattern": "^[!-~]+$",
            ],
            "description": """
            A new random text for each thing that is to be done once. For 24 hours the same request with the same \
            key has no second effect and gets the first answer, with Idempotency-Replayed: true. A key belongs to one \
            token or session. 422: the key came with another request. 409: the first is still being carried out (see \
            Retry-After), its answer was lost, or there was a secret in it, which is shown once. 403: rights that \
            the one who asks had then have been taken away. An import whose server has stopped in the middle goes on \
            when it comes again with the same key.
            """,
        ],
        "DryRun": [
            "name": "dry_run", "in": "query", "schema": ["type": "boolean", "default": false],
            "description": """
            Do everything, undo it, and answer as if it had been done, with X-Dry-Run: true. The header \
            X-Dry-Run: true asks for the same.
            """,
        ],
        "DryRunHeader": [
            "name": "X-Dry-Run", "in": "header", "schema": ["type": "boolean", "default": false],
            "description": "The same as dry_run=true.",
        ],
        "DryRunUploads": [
            "name": "X-Dry-Run-Uploads", "in": "header", "schema": ["type": "string"],
            "description": "Ids of uploads, comma between, that a dry run takes to be there.",
        ],
    ]

    /// The same paths with the parameters of every change added to each.
    static func describingChanges(_ paths: [String: JSON]) -> [String: JSON] {
        Dictionary(
            uniqueKeysWithValues: paths.map { path, operations in
                let members = (operations.object ?? [:]).map { method, operation in
                    (method, described(operation, method, path))
                }
                return (path, .object(Dictionary(uniqueKeysWithValues: members)))
            }
        )
    }

    private static func described(_ operation: JSON, _ method: String, _ path: String) -> JSON {
        guard path.hasPrefix(prefix), ["post", "put", "patch", "delete"].contains(method),
            var members = operation.object
        else { return operation }
        var names: [String] = []
        switch DryRunAsk.Way(path) {
        case .none: break
        case .own: names = ["DryRunHeader"]
        case .undone: names = ["DryRun", "DryRunHeader", "DryRunUploads"]
        }
        if method == "post", DryRunAsk.Way(path) != .none { names.insert("IdempotencyKey", at: 0) }
        let more = names.map { ["$ref": .string("#/components/parameters/\($0)")] as JSON }
        guard !more.isEmpty else { return operation }
        members["parameters"] = .array((members["parameters"]?.array ?? []) + more)
        return .object(members)
    }
}

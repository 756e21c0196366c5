import Core

extension ContentType {
    /// The operations for export and import of this type, by path.
    func transferPaths(under prefix: String) -> [String: JSON] {
        [
            "\(prefix)/\(name)/export": ["get": exportOperation],
            "\(prefix)/\(name)/import": ["post": importOperation],
        ]
    }

    private static func parameter(_ name: String, _ schema: JSON, _ description: String) -> JSON {
        ["name": .string(name), "in": "query", "schema": schema, "description": .string(description)]
    }

    private static let flag: JSON = ["type": "boolean", "default": false]

    private static let format = parameter(
        "format",
        ["type": "string", "enum": ["csv", "json"]],
        "The format of the file; by default csv, or for an import that of Content-Type."
    )

    private var exportOperation: JSON {
        let states = Content.State.allCases.map { JSON.string($0.rawValue) }
        let filters = filters.map { field in
            ["name": .string(field.name), "in": "query", "schema": field.filterSchema] as JSON
        }
        let parameters: [JSON] = [
            Self.format,
            Self.parameter(
                "bom",
                Self.flag,
                "CSV: begin with a byte order mark, by which Excel knows UTF-8."
            ),
            Self.parameter(
                "separator",
                ["type": "string", "enum": [",", ";", "tab"], "default": ","],
                "CSV: what stands between two cells."
            ),
            Self.parameter(
                "references",
                ["type": "string", "enum": ["id", "slug"], "default": "id"],
                "CSV: name contents that are referred to by their slugs, where they have one."
            ),
            Self.parameter("archived", Self.flag, "With those in the archive, where no state is asked for."),
            ["name": "state", "in": "query", "schema": ["type": "string", "enum": .array(states)]],
        ]
        let element: JSON = ["$ref": "#/components/schemas/ExportedContent"]
        let answers: JSON = [
            "200": [
                "description": .string(Self.csvDescription),
                "content": [
                    "text/csv": ["schema": ["type": "string"]],
                    "application/json": ["schema": ["type": "array", "items": element]],
                ],
            ],
            "default": ["$ref": "#/components/responses/Problem"],
        ]
        return OpenAPI.operation(
            "\(name)_export",
            "All contents as one file, in their order; neither archived nor in the trash unless asked for.",
            tag: title.en,
            answers: answers,
            parameters: parameters + filters
        )
    }

    private static let csvDescription = """
        CSV (RFC 4180, UTF-8) holds the working copies. Columns: id, state, position, one for each field, for texts in \
        several languages one for each (name.ru, name.en), then live_from and live_until. Lists are joined by |, and a \
        | or \\ within an element has a \\ before it. Times are RFC 3339. A text that begins with =, +, -, @, tab or \
        carriage return has an apostrophe before it, which an import takes off; numbers never have. JSON holds both \
        the published version and the draft.
        """

    private static let importParameters: [JSON] = [
        Self.format,
        Self.parameter(
            "key",
            ["type": "string", "enum": ["id", "slug"], "default": "id"],
            "By what a row finds its content. An id that is not there yet is that of a new content."
        ),
        Self.parameter(
            "publish",
            Self.flag,
            """
            Publish what the rows change, except rows whose column state says draft, archived or trash. Rows with \
            live or draft say themselves what is published.
            """
        ),
        Self.parameter("dry_run", Self.flag, "Say what would be done, and every fault; write nothing."),
        Self.parameter(
            "missing",
            ["type": "string", "enum": ["refuse", "later"], "default": "refuse"],
            """
            later: what is referred to and not there comes with another file; a row that needs it stays a draft \
            without it until the file is imported again.
            """
        ),
        Self.parameter(
            "origin",
            ["type": "string", "maxLength": .integer(Int64(Limits.originLengthMax))],
            "The installation that the rows come from; it is remembered with the version of each row."
        ),
        OpenAPI.noteParameter,
    ]

    private var importOperation: JSON {
        let rows: JSON = ["type": "array", "items": ["$ref": "#/components/schemas/ImportedContent"]]
        let report: JSON = ["$ref": "#/components/schemas/ImportReport"]
        let answers: JSON = [
            "200": [
                "description": .string(Self.progressDescription),
                "content": [
                    "application/json": ["schema": report],
                    "application/x-ndjson": ["schema": ["$ref": "#/components/schemas/ProgressLine"]],
                ],
            ],
            "default": ["$ref": "#/components/responses/Problem"],
        ]
        return OpenAPI.operation(
            "\(name)_import",
            "Bring a file in: new contents are created, others changed; nothing at all where there is a fault.",
            tag: title.en,
            answers: answers,
            parameters: Self.importParameters,
            body: [
                "required": true,
                "description": .string(
                    """
                    CSV as an export has it; a column that is absent leaves its field alone, an empty cell clears it. \
                    The separator is that of the header. JSON: an array, at most \(Limits.importSizeMax >> 20) MiB.
                    """
                ),
                "content": [
                    "text/csv": ["schema": ["type": "string"]], "application/json": ["schema": rows],
                ],
            ]
        )
    }

    private static let progressDescription = """
        What was done. By application/x-ndjson it comes last, after lines that tell the progress; a problem that comes \
        then is the last line, {"problem": …}. Rows whose content changed while the file was read are left alone and \
        told among the faults.
        """
}

extension OpenAPI {
    /// The schemas of files and of long-running work.
    static let transferSchemas: [String: JSON] = [
        "ExportedContent": [
            "type": "object",
            "required": ["id", "version", "position", "created_at", "created_by", "draft", "live"],
            "properties": .object(transferred.merging(["origin": origin]) { $1 }),
        ],
        "ImportedContent": [
            "type": "object",
            "description": """
            As an export has it, with live, draft or both: these become exactly so. Or with fields: a merge patch \
            of the working copy (RFC 7396).
            """,
            "properties": .object(
                transferred.merging([
                    "fields": ["type": "object"],
                    "if_version": [
                        "type": "integer", "minimum": 0,
                        "description": "The version that must be here; 0 where there must be none.",
                    ],
                    "note": [
                        "type": "string", "maxLength": .integer(Int64(Limits.noteLengthMax)),
                        "description": "The reason that history keeps for this row, instead of X-Note.",
                    ],
                ]) { $1 }
            ),
        ],
        "ImportReport": [
            "type": "object", "required": ["dry_run", "summary", "faults", "fault_count"],
            "properties": [
                "dry_run": ["type": "boolean"],
                "summary": [
                    "type": "object",
                    "properties": .object(
                        Dictionary(
                            uniqueKeysWithValues: ["new", "changed", "unchanged", "refused", "incomplete"].map
                            {
                                ($0, ["type": "integer"] as JSON)
                            }
                        )
                    ),
                ],
                "faults": ["type": "array", "items": fault], "fault_count": ["type": "integer"],
                "preview": [
                    "type": "array", "items": ["type": "object"],
                    "description": "Of a dry run: the first of what would be made or changed.",
                ],
                "missing": [
                    "type": "object",
                    "description":
                        "With missing=later: the ids that are not there, by type; uploads under media.",
                    "additionalProperties": ["type": "array", "items": ["type": "string"]],
                ],
            ],
        ],
        "ProgressLine": [
            "type": "object",
            "description":
                "One line while the work goes on; the last line is the answer itself, or a problem.",
            "properties": [
                "done": ["type": "integer"], "total": ["type": ["integer", "null"]],
                "phase": ["type": "string"], "problem": ["$ref": "#/components/schemas/Problem"],
            ],
        ],
    ]

    static let fault: JSON = [
        "type": "object", "required": ["pointer", "detail"],
        "properties": [
            "pointer": ["type": "string"], "detail": ["type": "string"],
            "line": ["type": "integer", "description": "Of the file that was sent."],
            "column": ["type": "string", "description": "Of the table, or the member of the object."],
        ],
    ]

    private static let body: JSON = ["type": ["object", "null"]]
    private static let transferred: [String: JSON] = [
        "id": ["type": "string", "format": "uuid"], "version": ["type": "integer"],
        "position": ["type": "integer"], "created_at": ["type": "string", "format": "date-time"],
        "created_by": ["type": "string"], "updated_at": ["type": "string", "format": "date-time"],
        "updated_by": ["type": "string"], "number": ["type": "integer", "minimum": 1],
        "archived_at": ["type": ["string", "null"], "format": "date-time"], "draft": body, "live": body,
    ]
    private static let origin: JSON = [
        "type": ["object", "null"],
        "description": "Where it was imported from, and the versions it had there and here right after.",
        "properties": [
            "source": ["type": "string"], "source_version": ["type": "integer"],
            "version": ["type": "integer"],
        ],
    ]
}

import Apps
import Core
import Flags
import HTTPTypes
import TestSupport
import Web

/// A project with a client key, tested over its public APIs.
struct FlagWire: Sendable {
    static let id = "demo-app"
    static let number = "123456789012"

    let vitrina: Vitrina
    let key: String

    /// Returns another installation of the same app for each test that counts them.
    static let instance = "cAAAAAAAAAAAAAAAAAAAAA"
    static let app = "1:123456789012:ios:abcdef"

    // MARK: Management

    func template(
        _ method: HTTPRequest.Method = .get,
        _ rest: String = "",
        _ body: JSON? = nil
    ) async throws
        -> Vitrina.Reply
    {
        try await vitrina.send(method, "/v1/projects/\(Self.id)/remoteConfig\(rest)", body, as: Vitrina.owner)
    }

    func put(
        _ template: JSON,
        ifMatch: String? = "*",
        query: String = "",
        as author: Author? = Vitrina.owner,
        path: String = "/v1/projects/demo-app/remoteConfig"
    ) async throws -> Vitrina.Reply {
        var headers: HTTPFields = [.contentType: "application/json; UTF8"]
        headers[.ifMatch] = ifMatch
        return try await vitrina.send(.put, path + query, template, headers: headers, as: author)
    }

    /// Publishes other metadata of a parameter, and the same values.
    func describe(_ parameter: String, as metadata: FlagMetadata) async throws {
        let store = vitrina.services.flags.store
        let current = try await store.current(FlagPlace(project: Self.id))
        var notes = current.notes
        notes.parameters[parameter] = metadata
        _ = try await store.publish(
            current.template,
            notes: notes,
            at: current.place,
            expecting: .any,
            as: FlagAct(author: Vitrina.owner)
        )
    }

    // MARK: Clients

    func fetch(
        _ body: String? = nil,
        headers: HTTPFields = [:],
        namespace: String = "firebase",
        project: String = FlagWire.id,
        query: String? = nil
    ) async throws -> Vitrina.Reply {
        let body = body ?? #"{"appId":"\#(Self.app)","appInstanceId":"\#(Self.instance)"}"#
        return try await fetch(
            bytes: Array(body.utf8),
            headers: headers,
            namespace: namespace,
            project: project,
            query: query
        )
    }

    func fetch(
        bytes: [UInt8],
        headers: HTTPFields = [:],
        namespace: String = "firebase",
        project: String = FlagWire.id,
        query: String? = nil
    ) async throws -> Vitrina.Reply {
        try await post(
            "/v1/projects/\(project)/namespaces/\(namespace):fetch\(query ?? "?key=\(key)")",
            bytes,
            headers: headers
        )
    }

    /// A POST without a session.
    func post(_ path: String, _ bytes: [UInt8], headers: HTTPFields = [:]) async throws -> Vitrina.Reply {
        try await vitrina.send(.post, path, bytes: bytes, headers: headers, as: nil)
    }

    func get(_ path: String, headers: HTTPFields = [:]) async throws -> Vitrina.Reply {
        try await vitrina.send(.get, path, headers: headers, as: nil)
    }

    /// A request of OFREP's providers.
    func evaluate(
        _ key: String? = nil,
        _ body: String = "{}",
        headers: HTTPFields? = nil,
        query: String = ""
    )
        async throws -> Vitrina.Reply
    {
        let path = "/ofrep/v1/evaluate/flags" + (key.map { "/\($0)" } ?? "") + query
        return try await post(
            path,
            Array(body.utf8),
            headers: headers ?? [.authorization: "Bearer \(self.key)"]
        )
    }
}

extension Vitrina.Reply {
    var etag: String { headers[.eTag] ?? "" }
    var state: String? { json["state"]?.string }
    var entries: JSON? { json["entries"] }
    var message: String { json["error"]?["message"]?.string ?? "" }
    var googleStatus: String { json["error"]?["status"]?.string ?? "" }
}

extension HTTPField.Name {
    static let googleKey = HTTPField.Name("X-Goog-Api-Key") ?? .via
    static let apiKey = HTTPField.Name("X-API-Key") ?? .via
    static let installationAuth = HTTPField.Name("X-Goog-Firebase-Installations-Auth") ?? .via
}

extension JSON {
    /// A template of string parameters with these defaults.
    static func flags(_ values: [String: String]) -> JSON {
        [
            "conditions": [],
            "parameters": .object(values.mapValues { ["defaultValue": ["value": .string($0)]] }),
        ]
    }

    /// Firebase has four types; conditions are the first part of a template.
    static let exampleFlags: JSON = [
        "conditions": [
            [
                "name": "gold", "expression": "app.customSignal['plan'].exactlyMatches(['gold'])",
                "tagColor": "BLUE",
            ],
            ["name": "new ios", "expression": "device.os == 'ios' && app.version.>=(['2.10.0'])"],
            [
                "name": "russian",
                "expression": "device.language in ['ru', 'ru-RU'] && device.country in ['RU']",
            ],
            ["name": "half", "expression": "percent('seed') <= 50"],
        ],
        "parameters": [
            "title": [
                "defaultValue": ["value": "Hello"],
                "conditionalValues": ["gold": ["value": "Gold"], "russian": ["value": "Привет"]],
                "valueType": "STRING",
            ],
            "delay": [
                "defaultValue": ["value": "2"], "conditionalValues": ["new ios": ["value": "2.5"]],
                "valueType": "NUMBER",
            ],
            "count": ["defaultValue": ["value": "3"], "valueType": "NUMBER"],
            "is_on": ["defaultValue": ["value": "TRUE"], "valueType": "BOOLEAN"],
            "built_in": ["defaultValue": ["useInAppDefault": true]],
        ],
        "parameterGroups": [
            "paywall": [
                "description": "What it costs",
                "parameters": [
                    "texts": [
                        "defaultValue": ["value": "{\"ru\":\"Да\"}"],
                        "conditionalValues": ["half": ["useInAppDefault": true]], "valueType": "JSON",
                    ]
                ],
            ]
        ],
    ]
}

/// Runs `body` with a project that has a key, and `template`, if given, as its version 1.
func withFlagWire(
    _ kind: TestDatabase = .sqlite,
    _ template: JSON? = nil,
    settings: WebSettings = WebSettings(publicURL: "https://flags.example", rateLimit: 0),
    log: LogLines? = nil,
    _ body: @Sendable (FlagWire) async throws -> Void
) async throws {
    try await withVitrina(kind, settings: settings, log: log) { vitrina in
        try await vitrina.services.flags.live.load()
        let store = vitrina.services.flags.store
        let project = NewFlagProject(
            id: FlagWire.id,
            number: Int64(FlagWire.number),
            app: "demo",
            environment: "production",
            title: "Demo"
        )
        _ = try await store.create(project, by: Vitrina.owner)
        let (_, secret) = try await store.createKey(name: "iOS", of: FlagWire.id, by: Vitrina.owner)
        let wire = FlagWire(vitrina: vitrina, key: secret)
        if let template {
            let reply = try await wire.put(template)
            guard reply.status == 200 else { throw Problem(.unexpected, Localized("", reply.text)) }
        }
        try await body(wire)
    }
}

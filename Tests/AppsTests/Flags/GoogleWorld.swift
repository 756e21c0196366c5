import Apps
import Core
import Flags
import Foundation
import HTTPTypes
import Storage
import TestSupport
import Web

/// A program that is linked to a project of Firebase, which another program replaces over HTTP.
struct GoogleWorld: Sendable {
    let ours: Vitrina
    let theirs: FlagWire
    /// The server that issues tokens.
    let receiver: WebReceiver
    /// The folder of the key files.
    let folder: String

    static let path = "/admin/api/v1/flags/mods-demo"

    func publish(_ values: [String: String], note: String? = nil) async throws {
        try await publish(template: .flags(values), note: note)
    }

    func publish(template: JSON, note: String? = nil) async throws {
        _ = try await ours.services.flags.store.publish(
            try FlagTemplate.parsing(template),
            at: FlagPlace(project: "mods-demo"),
            expecting: .any,
            as: FlagAct(author: Vitrina.owner, description: note)
        )
    }

    func deliver() async throws { try await ours.services.courier.deliverDue() }

    func send(
        _ action: String,
        _ body: JSON = [:],
        as author: Author = Vitrina.owner
    ) async throws -> Vitrina.Reply {
        try await ours.send(.post, "\(Self.path)/google/\(action)", body, as: author)
    }

    func status(compare: Bool = false) async throws -> JSON {
        try await ours.send(.get, "\(Self.path)/google?compare=\(compare)", as: Vitrina.viewer).json
    }

    /// The default values at Google.
    func values() async throws -> [String: String] {
        let parameters = try await theirs.template().json["parameters"]?.object ?? [:]
        return parameters.compactMapValues { $0["defaultValue"]?["value"]?.string }
    }

    func messages() async throws -> [OutboxMessage] {
        try await ours.services.outbox.list(kind: .flags).elements
    }

    /// Makes changes in our draft.
    func edit(_ edits: JSON) async throws {
        let draft = try await ours.send(.get, "\(Self.path)/draft", as: Vitrina.owner)
        let revision = "\"\(draft.json["revision"]?.integer ?? 0)\""
        _ = try await ours.send(
            .patch,
            "\(Self.path)/draft",
            ["edits": edits],
            headers: [.ifMatch: revision],
            as: Vitrina.owner
        )
    }

    /// Publishes or discards our draft.
    func draft(_ action: String) async throws {
        let draft = try await ours.send(.get, "\(Self.path)/draft", as: Vitrina.owner)
        let revision = "\"\(draft.json["revision"]?.integer ?? 0)\""
        let reply =
            action == "discard"
            ? try await ours.send(
                .delete,
                "\(Self.path)/draft",
                headers: [.ifMatch: revision],
                as: Vitrina.owner
            )
            : try await ours.send(
                .put,
                "\(Self.path)/draft/publication",
                [:],
                headers: [.ifMatch: revision],
                as: Vitrina.owner
            )
        guard reply.status == 200 else { throw Problem(.unexpected, Localized("", reply.text)) }
    }

    func write(key: JSON) throws {
        try Data(key.bytes).write(to: URL(filePath: "\(folder)/\(FlagWire.id).json"))
    }

    static func key(tokenURL: String) -> JSON {
        [
            "type": "service_account", "client_email": "push@demo-app.iam.gserviceaccount.com",
            "private_key": .string(ExampleKey.pem), "token_uri": .string(tokenURL),
        ]
    }

    /// The path at which the receiver returns this status and body.
    static func says(_ receiver: WebReceiver, _ status: Int, _ body: JSON) -> String {
        let text = body.text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return "\(receiver.url)/says/\(status)/\(text)"
    }
}

/// Runs `body` with a project linked to Google, which has `template`; `url` replaces Google's URL.
func withGoogle(
    _ kind: TestDatabase = .sqlite,
    _ template: JSON? = nil,
    pushes: Bool = true,
    url: (@Sendable (WebReceiver) -> String)? = nil,
    _ body: @escaping @Sendable (GoogleWorld) async throws -> Void
) async throws {
    try await withFlagWire(kind, template) { wire in
        let token = try await wire.vitrina.newToken().secret
        try await withReceiver { receiver in
            try await withHTTP(wire.vitrina) { address in
                try await withTemporaryDirectory { folder in
                    let google = GoogleSettings(keys: folder, url: url?(receiver) ?? address)
                    let settings = WebSettings(rateLimit: 0, google: google)
                    try await withVitrina(kind, settings: settings) { ours in
                        let world = GoogleWorld(ours: ours, theirs: wire, receiver: receiver, folder: folder)
                        let answer: JSON = ["access_token": .string(token), "expires_in": 3600]
                        try world.write(
                            key: GoogleWorld.key(tokenURL: GoogleWorld.says(receiver, 200, answer))
                        )
                        try await ours.services.flags.live.load()
                        var linked = FlagSettings()
                        linked.google = GoogleLink(project: FlagWire.id, pushes: pushes)
                        let project = NewFlagProject(
                            id: "mods-demo",
                            app: "mods",
                            environment: "production",
                            title: "Мелон",
                            settings: linked
                        )
                        _ = try await ours.services.flags.store.create(project, by: Vitrina.owner)
                        try await body(world)
                    }
                }
            }
        }
    }
}

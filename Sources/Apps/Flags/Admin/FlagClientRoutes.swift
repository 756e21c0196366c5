import Core
import Flags
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The keys of the clients of a project, and the devices that see its draft.
///
/// These are `/admin/api/v1/flags/{project}/keys` and `/admin/api/v1/flags/{project}/devices`.
enum FlagClientRoutes: RouteList {
    static let tag = FlagSchema.tag

    static let routes: [Route] = [
        .flags(
            .get,
            "/keys",
            "keys",
            "Keys of clients, without the keys themselves.",
            needs: [.readFlags],
            answer: .page(of: Schema.object(key))
        ) { call in
            .items(try await call.flags.store.keys(of: try call.project).map(\.json))
        },
        .flags(
            .post,
            "/keys",
            "key_create",
            "A new key of clients; it is told this once.",
            needs: [.writeSettings],
            body: named,
            answer: .json("The key.", Schema.object(key.with(["key": Schema.text])), status: 201)
        ) { call in
            let (key, secret) = try await call.flags.store.createKey(
                name: try await call.name(),
                of: try call.project,
                by: call.author,
                address: call.context.address
            )
            return .secret(key.json.merged(with: ["key": .string(secret)]), status: .created)
        },
        .flags(
            .delete,
            "/keys/{id}",
            "key_disable",
            "Shut a key for ever.",
            needs: [.writeSettings],
            answer: .nothing
        ) { call in
            _ = try await call.flags.store.disableKey(
                try call.id,
                of: try call.project,
                by: call.author,
                address: call.context.address
            )
            return Response(status: .noContent)
        },
        .flags(
            .get,
            "/devices",
            "devices",
            "Installations that see the draft first.",
            needs: [.readFlags],
            answer: .page(of: device)
        ) { call in
            .items(try await call.flags.store.devices(of: try call.project).map(\.json))
        },
        .flags(
            .put,
            "/devices/{id}",
            "device_add",
            "Let an installation see the draft.",
            needs: [.writeFlags],
            parts: ["id": installation],
            body: named,
            answer: .json("The device.", device)
        ) { call in try await addDevice(call) },
        .flags(
            .delete,
            "/devices/{id}",
            "device_remove",
            "Let it see what everybody sees.",
            needs: [.writeFlags],
            parts: ["id": installation],
            answer: .nothing
        ) { call in
            try await call.flags.store.removeDevice(
                try call.context.part("id"),
                of: try call.project,
                by: call.author,
                address: call.context.address
            )
            return Response(status: .noContent)
        },
    ]

    private static func addDevice(_ call: RouteCall) async throws -> Response {
        let name = try await call.name()
        let (project, id) = (try call.project, try call.context.part("id"))
        try await call.flags.store.addDevice(
            id,
            name: name,
            of: project,
            by: call.author,
            address: call.context.address
        )
        let device = try await call.flags.store.devices(of: project).first { $0.instanceID == id }
        return .json(device?.json ?? .null)
    }

    private static let named = Schema.body(
        ["name": Schema.text(lengthMax: Limits.flagTitleLengthMax)],
        required: ["name"]
    )

    private static let installation = Schema.described(
        Schema.text(lengthMax: Limits.flagInstanceLengthMax),
        "The id of an installation."
    )

    private static let key: [String: JSON] = [
        "id": Schema.uuid, "project": Schema.text, "name": Schema.text,
        "prefix": Schema.described(Schema.text, "The first characters of the key."),
        "created_at": Schema.moment, "created_by": Schema.text, "disabled_at": Schema.optionalMoment,
        "last_used_at": Schema.optionalMoment,
    ]

    private static let device = Schema.object([
        "id": Schema.text, "name": Schema.text, "added_by": Schema.text, "added_at": Schema.moment,
    ])
}

extension RouteCall {
    /// The only member of the body.
    fileprivate func name() async throws -> String {
        var members = MemberReader(try await request.object())
        let name = members.string("name")
        try members.finish()
        return name
    }
}

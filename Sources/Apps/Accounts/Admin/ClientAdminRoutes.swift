import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// Cards of clients, with or without an account, and their partner accounts.
///
/// These are `/admin/api/v1/accounts/clients` (A93).
enum ClientAdminRoutes: RouteList {
    static let tag = "Accounts"

    static let routes = [
        Route(
            .get,
            "accounts/clients",
            "accounts_clients",
            "Cards of clients, newest first.",
            needs: [.readContent],
            parameters: RouteParameter.paging + [
                RouteParameter(
                    "q",
                    .text(lengthMax: Limits.peopleTextLengthMax),
                    "Digits of the phone, words of the name or address."
                ),
                RouteParameter("login", .bool, "Whether somebody signs in with it."),
                RouteParameter("parts", .bool, "Whether it has data of partner zones."),
            ],
            answer: .page(of: AccountSchema.client)
        ) { call in
            let page = try await call.clients.page(AdminQuery(call.request, ClientOperations.filters))
            return .json(page.json { $0.json(for: call.author) })
        },
        Route(
            .get,
            "accounts/clients/{id}",
            "accounts_client",
            "A card with its partner zones.",
            needs: [.readContent],
            answer: .json("The card.", AccountSchema.client)
        ) { call in
            .json(try await call.clients.look(call.id).json(for: call.author))
        },
        Route(
            .post,
            "accounts/clients/{id}/parts",
            "accounts_part_add",
            "Add a partner zone.",
            needs: [.writePeople],
            body: AccountSchema.newPart,
            answer: .json("The card.", AccountSchema.client, status: 201)
        ) { call in
            let id = try call.context.personID()
            _ = try await call.clients.add(NewPartnerAccount(await call.request.object()), to: id)
            let client = try await call.clients.record(id)
            return .json(client.json(for: call.author), status: .created)
        },
        Route(
            .get,
            part,
            "accounts_part",
            "One zone of a client.",
            needs: [.readContent],
            answer: .json("The zone.", AccountSchema.part)
        ) { call in .json(try await call.clients.part(call.part, of: call.id).revisedJSON) },
        Route(
            .put,
            part,
            "accounts_part_put",
            "Replace a partner zone.",
            needs: [.writePeople],
            headers: [OpenAPI.versionParameter],
            body: AccountSchema.newPart,
            answer: .json("The card.", AccountSchema.client)
        ) { call in
            let (id, part, revision) = try (call.context.personID(), call.part, call.request.version())
            let new = try NewPartnerAccount(await call.request.object())
            try await call.clients.replace(part, of: id, with: new, revision: revision)
            return .json(try await call.clients.record(id).json(for: call.author))
        },
        Route(
            .delete,
            part,
            "accounts_part_remove",
            "Take a partner zone away.",
            needs: [.writePeople],
            headers: [OpenAPI.versionParameter],
            answer: .json("The card.", AccountSchema.client)
        ) { call in
            let (id, part, revision) = try (call.context.personID(), call.part, call.request.version())
            try await call.clients.remove(part, of: id, revision: revision)
            return .json(try await call.clients.record(id).json(for: call.author))
        },
    ]

    private static let part = "accounts/clients/{id}/parts/{part}"
}

extension RouteCall {
    fileprivate var clients: ClientOperations { ClientOperations(services, context) }
    /// The id of the zone in the path.
    fileprivate var part: String {
        get throws { try ClientOperations.partID(context.parameters.require("part")) }
    }
}

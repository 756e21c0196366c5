import Core
import HTTPTypes
import Web

/// Actions of staff on an account other than an edit: `/admin/api/v1/accounts/users/{id}/…`.
enum AccountActRoutes: RouteList {
    static let tag = "Accounts"

    static let routes = [
        act(
            "block",
            "End the session and refuse the next one.",
            body: Schema.body(
                ["reason": AccountSchema.line(Limits.blockReasonLengthMax)],
                required: ["reason"]
            )
        ) { call in
            let reason = try await call.request.onlyText("reason")
            try await call.accounts.block(call.id, reason: reason)
            return [:]
        },
        act("unblock", "Let a blocked person in again.") { call in
            try await call.accounts.unblock(call.id)
            return [:]
        },
        act("sign-out", "End the session.") { call in
            try await call.accounts.signOut(call.id)
            return [:]
        },
        act(
            "password",
            "Make a new password, which is in this answer alone.",
            also: ["password": Schema.described(Schema.text, "A new one, in this answer alone.")]
        ) { call in
            let password = try await call.accounts.resetPassword(call.id)
            return password.map { ["password": .string($0)] } ?? [:]
        },
        act("confirmation", "Send the link that confirms the address.") { call in
            try await call.accounts.sendLink(call.id)
            return [:]
        },
        act(
            "push",
            "Send a notification to the app.",
            body: Schema.body(
                [
                    "title": AccountSchema.line(Limits.pushTitleLengthMax),
                    "text": AccountSchema.line(Limits.pushTextLengthMax),
                ],
                required: ["title", "text"]
            ),
            also: [
                "message": Schema.described(Schema.integer, "The number of the notification in the outbox.")
            ]
        ) { call in
            var members = MemberReader(try await call.request.object())
            let (title, text) = (members.string("title"), members.string("text"))
            try members.finish()
            return ["message": .integer(try await call.accounts.push(call.id, title: title, text: text))]
        },
        act(
            "erase",
            "Take everything personal away for ever.",
            needs: [.writePeople, .readPeople],
            body: Schema.body(
                [
                    "digits": Schema.described(
                        Schema.text,
                        "The last digits of the phone, at least 2; the login if there is no phone."
                    )
                ],
                required: ["digits"]
            )
        ) { call in
            let digits = try await call.request.onlyText("digits")
            try await call.accounts.erase(call.id, digits: digits)
            return [:]
        },
        Route(
            .post,
            "accounts/free",
            "accounts_free",
            "Free a number for another test; in test mode only.",
            // A dry run would reveal the owner of any number.
            needs: [.writePeople, .readPeople],
            body: Schema.body(["phone": Schema.text], required: ["phone"]),
            answer: AccountAdminRoutes.account
        ) { call in
            let id = try await call.accounts.free(try await call.request.onlyText("phone"))
            return call.answer(try await call.accounts.record(id))
        },
    ]

    /// A route for an action, whose response is the account with the members that `perform` returns.
    private static func act(
        _ name: String,
        _ summary: String,
        needs: [Permission] = [.writePeople],
        body: JSON? = nil,
        also more: [String: JSON] = [:],
        perform: @escaping @Sendable (RouteCall) async throws -> JSON
    ) -> Route {
        Route(
            .post,
            "accounts/users/{id}/\(name)",
            "accounts_\(name.replacing("-", with: "_"))",
            summary,
            needs: needs,
            body: body,
            answer: .json("The account as it is now.", AccountSchema.account(also: more))
        ) { call in
            let more = try await perform(call)
            return call.answer(try await call.accounts.record(call.id), adding: more)
        }
    }
}

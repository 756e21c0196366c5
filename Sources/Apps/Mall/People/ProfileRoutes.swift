import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// «Пользователь»: the profile and the phone (mall.md section 3.3, U1, U2, U6–U9).
struct ProfileRoutes: Sendable {
    let services: Services

    func add(to group: RouterGroup<WebContext>) {
        group.get("mobile-users/balance") { request, _ in try await balance(MallToken(request.headers)) }
        group.get("mobile-users/{id}") { request, context in
            try await show(context.mallID, MallToken(request.headers))
        }
        group.put("mobile-users/{id}") { request, context in
            let body = try await MallBody(request)
            return try await save(
                context.mallID,
                body,
                MallToken(body["token"]?.string) ?? MallToken(request.headers)
            )
        }
        group.put("mobile-users/{id}/counter-share") { request, context in
            try await answer(context.mallID, MallToken(request.headers)) { user, connection in
                try connection.send(
                    "UPDATE mall_users SET count_share = count_share + 1 WHERE id = \(user.id)"
                )
            }
        }
        group.post("mobile-users/{id}/check-phone") { request, context in
            try await checkPhone(request, context)
        }
        group.put("mobile-users/{id}/change-phone") { request, context in
            try await changePhone(request, context)
        }
    }

    /// U1: shows the profile.
    private func show(_ id: String?, _ token: MallToken?) async throws -> Response {
        let profile = try await services.database.read { connection in
            try connection.mallProfile(try connection.mallUser(id, token).id)
        }
        guard let token else { throw Problem.unknownUser }
        return .personal(profile.answer(token: token))
    }

    /// Changes the signed-in user, and responds with the profile.
    private func answer(
        _ id: String?,
        _ token: MallToken?,
        entering code: String? = nil,
        _ change: @escaping @Sendable (MallUser, any Connection) throws -> Void
    ) async throws -> Response {
        let profile = try await services.database.write { connection in
            let user = try connection.lockedMallUser(id, token, entering: code)
            try change(user, connection)
            return try connection.mallProfile(user.id)
        }
        guard let token else { throw Problem.unknownUser }
        return .personal(profile.answer(token: token))
    }

    /// U2: saves the profile's own fields; a friend's code enters the referral programme (mall.md 6.2, 6.6).
    private func save(_ id: String?, _ body: MallBody, _ token: MallToken?) async throws -> Response {
        let (now, services) = (services.now(), services)
        // An unauthorized request must fail before the body is checked.
        _ = try await services.database.read { connection in try connection.mallUser(id, token) }
        guard !body.has("phone") else {
            throw Problem.wrong(
                Localized(
                    "Телефон меняется только по коду на новый номер.",
                    "The phone is changed only by a code sent to the new one."
                )
            )
        }
        let changes = try ProfileChanges(body, at: now)
        let code = try body.text("referral_code", lengthMax: 100)
        return try await answer(id, token, entering: code) { user, connection in
            try connection.apply(changes, to: user.id, at: now)
            guard let code else { return }
            let programme = ReferralProgramme(services: services, now: now)
            try programme.enter(code, by: user.id, isRepeatable: true, on: connection)
        }
    }

    /// U9: the balance; `[]` for an invalid token.
    private func balance(_ token: MallToken?) async throws -> Response {
        guard let token,
            let user = try await services.database.read({ connection in try connection.mallUser(token) })
        else { return .personal(.nothing) }
        return .personal(
            PublicAnswer { json in
                json.object { json in
                    json.member("id", user.id)
                    json.member("phone", user.phone?.description ?? "")
                    json.member("name", JSON(user.name))
                    json.member("email", JSON(user.email))
                    json.member("points_balance", user.balance)
                    json.member("remember_token", token.text)
                }
            }
        )
    }

    /// U6: sends a code to the new number, which no other user may have.
    private func checkPhone(_ request: Request, _ context: WebContext) async throws -> Response {
        let body = try await MallBody(request)
        let (id, token) = (context.mallID, MallToken(request.headers))
        let (now, services) = (services.now(), services)
        let language = request.mallLanguage
        let code = try await services.database.write { connection -> IssuedCode? in
            let user = try connection.lockedMallUser(id, token)
            let phone = try Self.newPhone(body)
            let policy = CodePolicy.mall(try services.appSettings.of("mall", on: connection))
            let order = CodeOrder.mall(
                .changePhone,
                phone,
                address: context.address,
                accountID: user.id,
                language
            )
            // The refusal tells who is a user, so it is counted, and the transaction must not throw.
            guard try connection.mallUser(where: "u.phone = \(phone.description)") == nil else {
                try order.countRefused(policy, at: now, on: connection)
                return nil
            }
            return try connection.issueCode(order, policy, at: now, random: services.random)
        }
        guard let code else { throw Problem.takenPhone }
        try await services.courier.requireSent(code)
        return .personal(.nothing)
    }

    /// U7: changes the number.
    private func changePhone(_ request: Request, _ context: WebContext) async throws -> Response {
        let body = try await MallBody(request)
        guard let token = MallToken(request.headers) else { throw Problem.unknownUser }
        guard let code = body["sms_code", "smsCode"].flatMap({ $0.string ?? $0.integer.map { String($0) } })
        else {
            throw Problem.missing("sms_code")
        }
        let id = context.mallID
        let (now, services) = (services.now(), services)
        let result = try await services.database.write { connection -> Result<MallProfile, Problem> in
            let user = try connection.lockedMallUser(id, token)
            let phone = try Self.newPhone(body)
            let policy = CodePolicy.mall(try services.appSettings.of("mall", on: connection))
            let order = CodeOrder(.changePhone, phone: phone.description, address: context.address)
            // A taken number and a wrong code must be counted, so the transaction must not throw.
            guard try connection.mallUser(where: "u.phone = \(phone.description)") == nil else {
                try order.countRefused(policy, at: now, on: connection)
                return .failure(.takenPhone)
            }
            guard code.utf8.count <= 12, try connection.checkCode(code, order, policy, at: now) else {
                return .failure(.wrongCode)
            }
            try connection.setPhone(phone, of: user)
            return .success(try connection.mallProfile(user.id))
        }
        return .personal(try result.get().answer(token: token))
    }

    private static func newPhone(_ body: MallBody) throws -> PhoneNumber {
        guard let phone = try PhoneNumber(body.required("phone", lengthMax: 40)) else {
            throw Problem.badPhone
        }
        return phone
    }
}

extension Connection {
    /// Sets another number; nothing of the old one is stored.
    fileprivate func setPhone(_ phone: PhoneNumber, of user: MallUser) throws {
        do {
            let count = try execute(
                """
                UPDATE mall_users SET phone = \(phone.description) WHERE id = \(user.id) AND erased_at IS NULL
                """
            )
            guard count == 1 else { throw Problem.unknownUser }
        } catch StorageError.unique {
            throw Problem.takenPhone
        }
        if let old = user.phone { try forgetCodes(of: old) }
        try indexMallUser(user.id)
    }
}

extension Problem {
    fileprivate static var takenPhone: Problem {
        wrong(Localized("Этот номер уже занят.", "This number is taken already."))
    }
}

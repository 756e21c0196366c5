import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// «Аутентификация» (mall.md section 3.2): a phone, a code by SMS, and a session.
struct SignInRoutes: Sendable {
    let services: Services

    func add(to group: RouterGroup<WebContext>) {
        group.post("mobile-users/login") { request, context in
            try await logIn(MallBody(request), context, language: request.mallLanguage)
        }
        group.post("mobile-users/auth") { request, context in
            try await authenticate(MallBody(request), context)
        }
        group.post("mobile-users/{id}/logout") { request, context in
            try await logOut(context.mallID, MallBody(request), MallToken(request.headers))
        }
    }

    /// Auth1: 201 if this call has added the account, else 200; nothing else differs.
    private func logIn(_ body: MallBody, _ context: WebContext, language: Language) async throws -> Response {
        guard let phone = try PhoneNumber(body.required("phone", lengthMax: 40)) else {
            throw Problem.badPhone
        }
        let (now, services) = (services.now(), services)
        let order = CodeOrder.mall(.signIn, phone, address: context.address, language)
        let (isNew, code) = try await services.database.write { connection in
            let policy = CodePolicy.mall(try services.appSettings.of("mall", on: connection))
            // The limits come first, so that a refused request adds no account.
            let code = try connection.issueCode(order, policy, at: now, random: services.random)
            return (try connection.addMallUser(phone, at: now, random: services.random), code)
        }
        try await services.courier.requireSent(code)
        return .personal(PublicAnswer(status: isNew ? 201 : 200, body: PublicAnswer.nothing.body))
    }

    /// Auth2: starts a session; ends the user's sessions elsewhere, and those of others on this device.
    private func authenticate(_ body: MallBody, _ context: WebContext) async throws -> Response {
        let phone = PhoneNumber(try body.required("phone", lengthMax: 40))
        guard let code = body["smsCode"].flatMap({ $0.string ?? $0.integer.map { String($0) } }) else {
            throw Problem.missing("smsCode")
        }
        let deviceID = body.id("mobileDeviceId")
        let (now, services) = (services.now(), services)
        let token = MallToken(random: services.random)
        let profile = try await services.database.write { connection -> MallProfile? in
            // Locks the account first: an erasure or a new number must be complete before the code counts.
            let user = try phone.flatMap { try connection.lockedMallUser($0) }
            // Then the device, on which somebody else may be signing in.
            let device = try connection.mallDevice(deviceID, lock: connection.locking("FOR NO KEY UPDATE"))
            guard let phone else { return nil }
            let policy = CodePolicy.mall(try services.appSettings.of("mall", on: connection))
            let order = CodeOrder(.signIn, phone: phone.description, address: context.address)
            // A wrong code must be counted, so the transaction must not throw.
            guard code.utf8.count <= 12, try connection.checkCode(code, order, policy, at: now), let user
            else { return nil }
            guard user.blockedAt == nil else { throw Problem.blocked }
            try connection.startMallSession(of: user.id, on: device, token, at: now)
            return try connection.mallProfile(user.id)
        }
        guard let profile else { throw Problem.wrongCode }
        return .personal(profile.answer(token: token))
    }

    /// Auth3: signs out; the token of the body takes precedence over the header (mall.md 6.7).
    private func logOut(_ id: String?, _ body: MallBody, _ header: MallToken?) async throws -> Response {
        let token = MallToken(body["token"]?.string) ?? header
        let deviceID = body.id("mobileDeviceId")
        let now = services.now()
        try await services.database.write { connection in
            // A sign-in that is under way ends first, and voids this token.
            let user = try connection.lockedMallUser(id, token)
            let device = try connection.mallDevice(deviceID)
            guard device.userID == nil || device.userID == user.id else { throw Problem.unknownDevice }
            try connection.endMallSession(of: user.id, at: now)
        }
        return .personal(.nothing)
    }
}

extension CodeOrder {
    /// The order of a code, with the text of the mall's SMS.
    static func mall(
        _ purpose: CodePurpose,
        _ phone: PhoneNumber,
        address: String,
        accountID: String? = nil,
        _ language: Language
    ) -> CodeOrder {
        CodeOrder(purpose, phone: phone.description, address: address, accountID: accountID) { code in
            Localized("Код: \(code). Никому его не называйте.", "Your code: \(code). Tell it to nobody.")[
                language
            ]
        }
    }
}

extension Request {
    /// Russian by default, as in all texts of the mall.
    var mallLanguage: Language { Language(accepting: headers[.acceptLanguage]) }
}

extension Problem {
    static var badPhone: Problem {
        wrong(
            Localized(
                "Укажите номер телефона с кодом страны: +7 999 123-45-67.",
                "Give the phone number with its country code: +7 999 123-45-67."
            )
        )
    }

    static var wrongCode: Problem {
        wrong(
            Localized(
                "Неверный код. Проверьте его или запросите новый.",
                "Wrong code. Check it or ask for another."
            )
        )
    }

    static var blocked: Problem {
        wrong(Localized("Вход закрыт. Обратитесь в поддержку.", "This account is blocked. Ask support."))
    }
}

import Core
import Hummingbird
import Storage
import Web

/// Registration and sign-in by a code (cruise.md 3.1, calls 1 to 3).
struct CruiseAuthRoutes: Sendable {
    private static let codeLength = 5
    private static let analyticsLengthMax = 100

    let services: Services
    let captcha: CruiseCaptcha

    init(services: Services) {
        self.services = services
        captcha = CruiseCaptcha(services: services)
    }

    func add(to group: RouterGroup<WebContext>) {
        group.get("Auth/BySmsWithCaptcha") { try await sendSignInCode($0, $1) }
        group.post("Auth/BySmsWithCaptcha") { try await sendSignInCode($0, $1) }
        group.post("Auth/Register") { try await sendRegistrationCode($0, $1) }
        group.post("Auth/GetTokenBySms") { try await signIn($0, $1) }
    }

    /// Call 1.
    @Sendable private func sendSignInCode(_ request: Request, _ context: WebContext) async throws -> Response
    {
        let body = try await CruiseBody(request)
        let phone = try body.phone("login")
        try await captcha.check(body, phone, address: context.address)
        let settings = services.appSettings.of(Cruise.app, in: services.live.state)
        return try await sendCode(.signIn, to: phone, address: context.address) { user in
            guard let user else { return .special(5011, "User not exist") }
            return user.blockedAt == nil ? nil : .blocked(settings)
        }
    }

    /// Call 2; nothing but the code is made.
    @Sendable private func sendRegistrationCode(
        _ request: Request,
        _ context: WebContext
    ) async throws -> Response {
        let body = try await CruiseBody(request)
        let phone = try body.phone("login")
        try await captcha.check(body, phone, address: context.address)
        return try await sendCode(.registration, to: phone, address: context.address) { user in
            user == nil ? nil : .special(5012, "User already exist by phone:\(phone)")
        }
    }

    private func sendCode(
        _ purpose: CodePurpose,
        to phone: PhoneNumber,
        address: String,
        check: @escaping @Sendable (CruiseUser?) -> CruiseError?
    ) async throws -> Response {
        let (now, services) = (services.now(), services)
        let order = CodeOrder(purpose, phone: phone.description, address: address) { code in
            "Код: \(code). Никому его не называйте."
        }
        let result = try await services.database.write { connection -> Result<IssuedCode, CruiseError> in
            let settings = try services.appSettings.of(Cruise.app, on: connection)
            let policy = CodePolicy.cruise(settings)
            if let refusal = check(try connection.cruiseUser(phone)) {
                try Self.telling { try order.countRefused(policy, at: now, on: connection) }
                return .failure(refusal)
            }
            if let end = try connection.cruisePauseEnd(of: phone, settings, at: now) {
                throw CruiseError.tooOften(Int(end.seconds - now.seconds) + 1)
            }
            return .success(
                try Self.telling {
                    try connection.issueCode(order, policy, at: now, random: services.random)
                }
            )
        }
        try await services.courier.requireSent(try result.get())
        return .personal(.cruiseDone)
    }

    /// Throws an exceeded limit as the app reads it.
    private static func telling<R>(_ body: () throws -> R) throws -> R {
        do {
            return try body()
        } catch let problem as Problem where problem.kind == .limited {
            throw CruiseError.tooOften(problem.retryAfter)
        }
    }

    /// Call 3: the first right code after a registration adds the user.
    @Sendable private func signIn(_ request: Request, _ context: WebContext) async throws -> Response {
        let body = try await CruiseBody(request)
        let phone = try body.phone("login")
        guard let code = try body.text("sms_code", lengthMax: 40), code.utf8.count == Self.codeLength else {
            throw CruiseError.wrongCode
        }
        let analyticsID = try body.text("ym_cid", lengthMax: Self.analyticsLengthMax)
        let entry = Entry(phone: phone, code: code, address: context.address, analyticsID: analyticsID)
        let key = try await services.secrets.secret(CruiseToken.secretName)
        let token = try await enter(entry)
        return .personal(
            PublicAnswer { json in
                json.object { json in json.member("token", token.signed(with: key)) }
            }
        )
    }

    private struct Entry: Sendable {
        let phone: PhoneNumber
        let code: String
        let address: String
        let analyticsID: String?
    }

    /// A wrong code must be counted, so the transaction does not throw.
    private func enter(_ entry: Entry) async throws -> CruiseToken {
        let (now, services) = (services.now(), services)
        let result = try await services.database.write { connection -> Result<CruiseToken, CruiseError> in
            // Locks the user first: an erasure must be complete before the code counts.
            var user = try connection.cruiseUser(entry.phone)
            if let found = user {
                _ = try connection.lockCruiseUser(found.id)
                user = try connection.cruiseUser(entry.phone)
            }
            let settings = try services.appSettings.of(Cruise.app, on: connection)
            let purpose = user == nil ? CodePurpose.registration : .signIn
            let order = CodeOrder(purpose, phone: entry.phone.description, address: entry.address)
            do {
                guard try connection.checkCode(entry.code, order, .cruise(settings), at: now) else {
                    return .failure(.wrongCode)
                }
            } catch let problem as Problem where problem.kind == .limited {
                throw CruiseError.wrongCode
            }
            guard user?.blockedAt == nil else { return .failure(.blocked(settings)) }
            let added =
                try user?.id ?? connection.addCruiseUser(entry.phone, at: now, random: services.random)
            let days = settings.integer("jwt_days")
            let end = now.advanced(by: .seconds(86_400 * days))
            guard let id = added,
                let session = try connection.startCruiseSession(
                    of: id,
                    at: now,
                    until: end,
                    random: services.random
                )
            else { return .failure(.wrongCode) }
            if let analyticsID = entry.analyticsID { try connection.setAnalyticsID(analyticsID, of: id) }
            return .success(
                CruiseToken(userID: id, sessionID: session, issuedAt: now.seconds, expiresAt: end.seconds)
            )
        }
        return try result.get()
    }
}

extension CruiseError {
    static let wrongCode = special(5007, "Wrong sms code")

    static func tooOften(_ retryAfter: Int?) -> CruiseError {
        CruiseError(status: 400, code: 5015, message: "OTP Code Request Too Often", retryAfter: retryAfter)
    }
}

extension Connection {
    func setAnalyticsID(_ text: String, of userID: String) throws {
        try send(
            "UPDATE cruise_users SET ym_client_id = \(text) WHERE id = \(userID) AND erased_at IS NULL"
        )
    }

    /// The end of the pause after wrong guesses have locked the code of a phone; nil if there is none (decision 7).
    fileprivate func cruisePauseEnd(
        of phone: PhoneNumber,
        _ settings: AppSettings,
        at now: Timestamp
    ) throws -> Timestamp? {
        let pause = Duration.seconds(60 * settings.integer("code_lock_minutes"))
        guard pause > .zero else { return nil }
        let last: Timestamp? = try rows(
            """
            SELECT ended_at FROM codes
            WHERE app = \(Cruise.app) AND phone = \(phone.description) AND state = 'locked'
                AND ended_at > \(now.advanced(by: .zero - pause))
            ORDER BY ended_at DESC LIMIT 1
            """
        ).first?.get("ended_at")
        return last?.advanced(by: pause)
    }
}

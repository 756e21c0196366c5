import Core
import Web

extension Checkup {
    /// Asks a server what its database is, and whether it accepts the token.
    mutating func look(at server: String, token: String?, language: Language) async {
        let api = APIClient(api: RemoteAPI(server: server, token: token), language: language)
        do {
            let database = try await api.get(["health"], as: ServerHealth.self).database
            ok("server", Localized(same: "\(server): Vitrina, \(database)."))
        } catch {
            let failure = Failure(error)
            fail("server", failure.message, Localized("Проверьте адрес.", "Check the address."), failure.exit)
            return
        }
        do {
            _ = try await api.get(["mall", "home"])
            ok("token", Localized("Токен принят.", "The token is accepted."))
        } catch {
            let failure = Failure(error)
            fail(
                "token",
                failure.message,
                Localized("Новый токен: vitrina tokens create", "A new one: vitrina tokens create"),
                failure.exit
            )
        }
    }
}

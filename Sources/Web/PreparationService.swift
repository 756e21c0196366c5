import ServiceLifecycle

/// Creates what the first requests would create, while the server already answers others.
struct PreparationService: Service {
    let server: Server

    func run() async throws {
        try server.prepare()
        // A service that returns ends the server.
        try? await gracefulShutdown()
    }
}

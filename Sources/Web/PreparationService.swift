import ServiceLifecycle

/// Creates the pages and routes that are otherwise created on first use, while the server already answers.
struct PreparationService: Service {
    let server: Server

    func run() async throws {
        try server.prepare()
        // A service that returns ends the server.
        try? await gracefulShutdown()
    }
}

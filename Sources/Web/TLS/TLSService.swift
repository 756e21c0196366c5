import Logging
import ServiceLifecycle

/// Takes in the certificate when its files have changed, as after a renewal.
struct TLSService: Service {
    static let pause: Duration = .seconds(60)

    let tls: ServerTLS
    let logger: Logger

    func run() async throws {
        if let fault = tls.fault {
            logger.error("clients refuse the TLS certificate", metadata: ["error": "\(fault)"])
        }
        while !Task.isShuttingDownGracefully {
            try? await cancelWhenGracefulShutdown { try await Task.sleep(for: Self.pause) }
            if Task.isCancelled || Task.isShuttingDownGracefully { return }
            look()
        }
    }

    private func look() {
        do throws(TLSFault) {
            guard try tls.reloadIfChanged() else { return }
            logger.notice(
                "there is a new TLS certificate",
                metadata: ["expires": "\(tls.certificateEnds)"]
            )
        } catch {
            logger.error("the TLS certificate in use stays", metadata: ["error": "\(error)"])
        }
    }
}

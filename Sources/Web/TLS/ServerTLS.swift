import Core
import Logging
import NIOCore
import Storage

/// The certificate that new connections of the server get; the files may be read again while it runs.
package final class ServerTLS: Sendable {
    private struct State: Sendable {
        let context: TLSContext
        let validity: TLSIdentity.Validity
        /// The digest of the files that were read last, of which a wrong pair is not used.
        var seen: [UInt8]
    }

    private let handshakeMax: TimeAmount
    private let files: TLSFiles
    private let now: @Sendable () -> Timestamp
    private let state: Locked<State>

    /// Reads the files, and blocks meanwhile.
    ///
    /// `handshakeMax` is the time that a client has from its connection to the end of the handshake. Times are compared
    /// with `now`, which must be the clock of this machine: clients know no other.
    package init(
        _ files: TLSFiles,
        handshakeMax: TimeAmount = .seconds(10),
        now: @escaping @Sendable () -> Timestamp
    ) throws(TLSFault) {
        (self.files, self.handshakeMax, self.now) = (files, handshakeMax, now)
        state = Locked(try Self.state(files))
    }

    private static func state(_ files: TLSFiles) throws(TLSFault) -> State {
        let identity = try TLSIdentity(files)
        return State(context: try TLSContext(identity), validity: identity.validity, seen: identity.digest)
    }

    /// The end of the certificate in use.
    package var certificateEnds: Timestamp { state.value.validity.ends }

    /// Why clients refuse the certificate in use now; nil if it is valid.
    ///
    /// It is served all the same: the clock may be the one that is wrong, and who signs in can see what to mend.
    var fault: TLSFault? { state.value.validity.fault(at: now()) }

    /// Reads the files again for new connections; on a fault the certificate in use stays.
    package func reload() throws(TLSFault) {
        let new = try Self.state(files)
        if let fault = new.validity.fault(at: now()) { throw fault }
        state.update { $0 = new }
    }

    /// Does the same if the files have changed since they were read last; true if there is another certificate now.
    func reloadIfChanged() throws(TLSFault) -> Bool {
        let digest = TLSIdentity.digest(of: files)
        let isSeen = state.update { state in
            defer { state.seen = digest }
            return state.seen == digest
        }
        guard !isSeen else { return false }
        try reload()
        return true
    }

    /// Puts TLS before all handlers of a new connection, on its event loop; throws if it cannot.
    func secure(_ channel: any Channel, _ logger: Logger) throws {
        guard let connection = state.value.context.connection() else {
            throw TLSFault("Нет памяти для соединения.", "There is no memory for a connection.")
        }
        let handler = TLSHandler(connection, handshakeMax: handshakeMax, logger: logger)
        try channel.pipeline.syncOperations.addHandler(handler, position: .first)
    }

    /// The metrics of the certificate.
    var families: [MetricFamily] {
        [
            MetricFamily(
                "vitrina_tls_certificate_expires_timestamp_seconds",
                "When the certificate of this server ends, since 1970.",
                .gauge,
                Double(certificateEnds.seconds)
            )
        ]
    }
}

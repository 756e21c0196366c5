extension Services {
    /// The parts that read their files again when the server is told to, by their names for the log; they block.
    ///
    /// A part that throws goes on with its former files.
    package var reloads: [(name: String, reload: @Sendable () throws -> Void)] {
        guard let tls = settings.tls else { return [] }
        return [("TLS certificate", { try tls.reload() })]
    }
}

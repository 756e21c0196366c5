import Core

extension Setting {
    /// The help of the settings of the read replica.
    var replicaHelp: Localized {
        switch self {
        case .readReplica:
            Localized(
                "Адрес реплики PostgreSQL (hot standby), с которой читаются отчёты; без него — с основного сервера",
                "The address of a hot standby of PostgreSQL, which answers reports; without it, the primary does"
            )
        case .readReplicaSeconds:
            Localized(
                "На сколько секунд реплика может отстать, чтобы с неё ещё читали",
                "Seconds that the replica may be behind and is still read"
            )
        case _: Localized("", "")
        }
    }
}

extension ConfigurationReader {
    /// The address of the read replica; nil if none is set.
    func readReplica() throws(Failure) -> String? {
        guard let address = try postgresURL(.readReplica) else { return nil }
        guard entry(.postgres) != nil else { throw Self.incomplete(.postgres, with: .readReplica) }
        return address
    }
}

/// The place of backups, as the server is configured.
package struct BackupTarget: Sendable {
    package let store: any ObjectStore
    /// The passphrase of encrypted backups; nil for plain ones.
    package let passphrase: String?
    /// The directory for temporary files.
    package let scratch: String
    /// The directory of keys of Google's accounts, which are backed up; nil if there is none.
    package let keys: String?

    package init(store: any ObjectStore, passphrase: String?, scratch: String, keys: String?) {
        (self.store, self.passphrase, self.scratch, self.keys) = (store, passphrase, scratch, keys)
    }
}

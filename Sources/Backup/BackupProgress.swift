/// The progress of a backup, of its check or of its restoring.
package enum BackupProgress: Sendable, Hashable {
    case rows(Int64, of: Int64?)
    case files(Int, of: Int)
}

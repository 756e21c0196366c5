/// How far a backup, its check or its restoring has come.
package enum BackupProgress: Sendable, Hashable {
    case rows(Int64, of: Int64?)
    case files(Int, of: Int)
}

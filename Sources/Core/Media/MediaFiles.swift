/// The files of the uploads: in a directory, or in a bucket with copies on this server's disk.
///
/// A file is `AB/ABCD….jpg` in both, by the first two digits of its id.
protocol MediaFiles: Sendable {
    /// Makes what is needed on this server's disk, and removes files left by a crash.
    func prepare() async throws

    /// The path of a new temporary file, from which `take` can move.
    func temporaryPath(_ random: RandomBytes) -> String

    /// Nil if there is no such file.
    func size(of id: String) async throws -> Int?

    /// The file on this server's disk; nil if there is none.
    ///
    /// Before a file is fetched from elsewhere, `isKnown` is asked whether it has a row.
    func file(_ id: String, isKnown: @Sendable () async throws -> Bool) async throws -> LocalFile?

    /// Moves a complete and synced temporary file to its place, durably.
    func take(_ temporary: String, as id: String) async throws

    // MARK: Removal

    /// Takes a file out of its place, so that it can be put back; false if there is none.
    func setAside(_ id: String) async throws -> Bool

    /// Puts a file back that was set aside.
    func putBack(_ id: String) async throws

    /// Removes a file that was set aside.
    func drop(_ id: String) async throws

    /// The files that were set aside longer ago, by a program that has ended since.
    func leftAside(longerThan age: Duration) async throws -> [String]

    /// The files of one folder, `00` to `ff`, that were stored longer ago.
    func ids(in folder: String, storedBefore age: Duration) async throws -> [String]

    // MARK: Copies

    /// The files of which this server has copies that could be fetched again.
    func copied() async throws -> [String]

    /// Removes such copies.
    func forget(_ ids: [String]) async throws
}

/// A file on this server's disk.
struct LocalFile: Sendable {
    let path: String
    let size: Int
}

extension ObjectKey {
    /// The key of an upload.
    ///
    /// Throws `.notFound` for what is no id.
    static func ofUpload(_ id: String) throws(Problem) -> ObjectKey {
        guard Media.type(ofID: id) != nil, let key = ObjectKey("\(id.prefix(2))/\(id)") else {
            throw MediaStore.notFound
        }
        return key
    }
}

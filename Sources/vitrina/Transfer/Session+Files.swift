import Core
import Storage

extension Session {
    /// Exports the entries of a type as JSON; archived ones too, unless a state is given.
    func export(_ type: ContentType, state: String? = nil, to file: String) async throws {
        var query = [(name: "format", value: "json"), (name: "archived", value: "true")]
        if let state { query.append(("state", state)) }
        let call = APICall(.get, type.path + ["export"], query: query)
        try await download(call, to: file, Localized("\(type.title.ru), КиБ", "\(type.title.en), KiB"))
    }

    /// Streams an answer into a file, which gets its name after it is complete; `-` is standard output.
    ///
    /// `title` stands before the number of KiB that have arrived; nil shows no progress.
    func download(_ call: APICall, to file: String, _ title: Localized? = nil) async throws {
        let sink = try FileSink(file)
        let progress = title.map { self.progress($0) } ?? Progress.none
        let size = Locked(0)
        try await api.download(call) { bytes in
            try sink.write(bytes)
            let arrived = size.update { size in
                size += bytes.count
                return size
            }
            progress.show(arrived >> 10, of: nil)
        }
        progress.end()
        try sink.finish()
    }

    /// Notes that a file is written; `-` is standard output, which needs no note.
    func noteWritten(_ file: String) {
        if file != "-" { note(Localized("Записано в \(file).", "Written to \(file).")) }
    }

    /// Saves an upload into a file; returns its name.
    func fetchUpload(_ id: String, to file: String) async throws -> String {
        let name = try await api.get(["media", id], as: Core.Media.self).name
        var call = APICall(.get, ["media", id])
        call.root = "/"
        try await download(call, to: file)
        return name
    }

    /// Uploads a file; returns its id.
    func upload(_ file: String, named name: String) async throws -> String {
        try Failure.reading(Core.Media.self, try await send(file, named: name)).id
    }

    /// Uploads a file, which is read during the transfer; returns the server's description of it.
    func send(_ file: String, named name: String) async throws -> JSON {
        var call = APICall(.post, ["media"], query: [("name", name)]).unseen
            .with("Content-Type", "application/octet-stream")
        call.file = file
        return try await api.send(call)
    }
}

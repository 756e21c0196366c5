import Core
import Storage

extension Session {
    /// Exports the entries of a type as JSON; archived ones too, unless a state is given.
    func export(_ type: ContentType, state: String? = nil, to file: String) async throws {
        var query = [(name: "format", value: "json"), (name: "archived", value: "true")]
        if let state { query.append(("state", state)) }
        let sink = try FileSink(file)
        let progress = progress(Localized("\(type.title.ru), КиБ", "\(type.title.en), KiB"))
        let size = Locked(0)
        try await api.download(APICall(.get, type.path + ["export"], query: query)) { bytes in
            try sink.write(bytes)
            progress.show(
                size.update { size in
                    size += bytes.count
                    return size >> 10
                },
                of: nil
            )
        }
        progress.end()
        try sink.finish()
    }

    /// Saves an upload into a file; returns its name.
    func fetchUpload(_ id: String, to file: String) async throws -> String {
        let name = try await api.get(["media", id], as: Core.Media.self).name
        let sink = try FileSink(file)
        var call = APICall(.get, ["media", id])
        call.root = "/"
        try await api.download(call) { try sink.write($0) }
        try sink.finish()
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

import Core
import HTTPTypes
import Hummingbird
import NIOCore

/// Export and import of one content type.
struct TransferRoutes: Sendable {
    let type: ContentType
    let store: ContentStore

    func add(to group: RouterGroup<StaffContext>) {
        group.group(RouterPath(type.name))
            .get("export") { request, context in try await export(request, context) }
            .post("import") { request, context in try await `import`(request, context) }
    }

    private func export(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        let (type, store, parameters) = (type, store, request.query)
        let options = try ExportOptions(parameters, of: type)
        let headers: HTTPFields = [
            .contentType: options.format.mediaType, .cacheControl: "no-store",
            .contentDisposition: "attachment; filename=\"\(type.name).\(options.format.rawValue)\"",
        ]
        let body = ResponseBody { writer in
            try await store.export(parameters, options, of: type) { bytes in
                try await writer.write(ByteBuffer(bytes: bytes))
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers, body: body)
    }

    private func `import`(_ request: Request, _ context: StaffContext) async throws -> Response {
        let note = try request.note()
        let options = try ImportOptions(
            request.query,
            contentType: request.headers[.contentType],
            of: type
        )
        try context.author.require(.writeContent)
        let act = ContentStore.Act(author: context.author, note: note)
        let importer = Importer(type, options, store: store, act: act)
        let spool = try await Spool(request.body, size: request.headers[.contentLength].flatMap { Int($0) })
        let language = context.language
        return try await ProgressResponse.answer(request, context) { report in
            try await importer.run(spool) { done, total, phase in
                try await report(done, of: total, phase)
            }.json(in: language)
        }
    }
}

extension Spool {
    /// Spools the body of a request to disk; `size` is its declared size.
    package init(_ body: RequestBody, size: Int?) async throws {
        if let size, size > Limits.importSizeMax { throw Spool.tooLarge }
        try self.init()
        for try await buffer in body { try append(Array(buffer.readableBytesView)) }
    }
}

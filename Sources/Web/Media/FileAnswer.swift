import Core
import HTTPTypes
import Hummingbird

/// How an uploaded file is sent to anybody: whole, in part, or only what is known of it (RFC 9110 §13, §14).
///
/// Its tag is made of its bytes, so that a download goes on wherever the same bytes are.
package struct FileAnswer: Sendable {
    /// What a client may do with the answer later.
    package enum Keeping: String, Sendable {
        /// The bytes under this address never change.
        case forever = "public, max-age=31536000, immutable"
        /// The bytes may change; a client that has some revalidates them.
        case untilChanged = "public, no-cache"
        /// The address itself holds only for a while.
        case never = "private, no-store"
    }

    /// Of an upload.
    package let id: String
    package let keeping: Keeping
    /// What a browser saves it as, in letters that need no quoting; nil where the address says enough.
    package let name: String?

    package init(id: String, keeping: Keeping, name: String? = nil) {
        (self.id, self.keeping, self.name) = (id, keeping, name)
    }

    /// `downloaded` is called when the last bytes of the file go out, as those of the whole or of a download that is
    /// taken up again; not for somebody who looks at its end alone.
    package func response(
        to request: Request,
        from media: MediaStore,
        downloaded: (@Sendable () -> Void)? = nil
    ) async throws -> Response {
        let (path, type, _) = try await media.file(of: id)
        guard let file = try await OpenFile.at(path) else { throw MediaStore.missing }
        let etag = "\"\(id.prefix { $0 != "." })\""
        var headers: HTTPFields = [
            .eTag: etag, .cacheControl: keeping.rawValue, .acceptRanges: "bytes",
            .xContentTypeOptions: "nosniff", .contentSecurityPolicy: "default-src 'none'; sandbox",
            .crossOriginResourcePolicy: "cross-origin",
        ]
        if request.headers.wantAnother(than: etag) {
            headers[.cacheControl] = "no-store"
            return Response(status: .preconditionFailed, headers: headers)
        }
        if request.headers.know(etag) { return Response(status: .notModified, headers: headers) }
        headers[.contentType] = type.rawValue
        if type == .zip {
            headers[.contentDisposition] = name.map { "attachment; filename=\"\($0)\"" } ?? "attachment"
        }
        switch ByteRange(request, etag: etag, size: file.size) {
        case .whole:
            let body = file.body(0..<file.size, ending: downloaded)
            return Response(status: .ok, headers: headers, body: body)
        case .part(let range):
            let isLast = range.upperBound == file.size - 1
            return part(range, of: file, headers, ending: isLast ? downloaded : nil)
        case .tail(let range): return part(range, of: file, headers)
        case .none:
            headers[.contentRange] = "bytes */\(file.size)"
            headers[.contentType] = nil
            headers[.contentDisposition] = nil
            headers[.cacheControl] = "no-store"
            return Response(status: .rangeNotSatisfiable, headers: headers)
        }
    }

    private func part(
        _ range: ClosedRange<Int>,
        of file: OpenFile,
        _ headers: HTTPFields,
        ending: (@Sendable () -> Void)? = nil
    ) -> Response {
        var headers = headers
        headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound)/\(file.size)"
        let body = file.body(range.lowerBound..<(range.upperBound + 1), ending: ending)
        return Response(status: .partialContent, headers: headers, body: body)
    }
}

extension HTTPFields {
    /// True where `If-Match` names other tags, so that nobody joins parts of two files (RFC 9110 §13.1.1).
    fileprivate func wantAnother(than etag: String) -> Bool {
        self[.ifMatch].map { header in
            !header.split(separator: ",").contains { part in
                let tag = part.filter { $0 != " " && $0 != "\t" }
                return tag == "*" || tag == etag
            }
        } ?? false
    }

    /// True where `If-None-Match` names the tag (RFC 9110 §13.1.2, by weak comparison).
    func know(_ etag: String) -> Bool {
        self[.ifNoneMatch]?.split(separator: ",").contains { part in
            let tag = part.filter { $0 != " " && $0 != "\t" }
            return tag == "*" || tag.strong == etag.strong
        } ?? false
    }
}

extension StringProtocol {
    /// A tag without the sign that it is weak.
    fileprivate var strong: String { hasPrefix("W/") ? String(dropFirst(2)) : String(self) }
}

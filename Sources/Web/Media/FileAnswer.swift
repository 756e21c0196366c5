import Core
import HTTPTypes
import Hummingbird

/// The response with an uploaded file: whole, in part, or only its headers (RFC 9110 §13, §14).
///
/// Its ETag is made of its bytes, so a download can be resumed on any server with the same bytes.
package struct FileAnswer: Sendable {
    /// The caching of the response by clients.
    package enum Keeping: String, Sendable {
        /// The bytes at this URL never change.
        case forever = "public, max-age=31536000, immutable"
        /// The bytes may change; a client that has cached some revalidates them.
        case untilChanged = "public, no-cache"
        /// The URL itself is valid only for a while.
        case never = "private, no-store"
    }

    /// The id of the upload.
    package let id: String
    package let keeping: Keeping
    /// The file name for a download, in characters that need no quoting; nil for the last part of the URL.
    package let name: String?

    package init(id: String, keeping: Keeping, name: String? = nil) {
        (self.id, self.keeping, self.name) = (id, keeping, name)
    }

    /// The response to a request, whole or in part.
    ///
    /// `downloaded` is called when the last bytes of the file are sent, also by a resumed download; but not for a
    /// request of the end alone.
    package func response(
        to request: Request,
        from media: MediaStore,
        downloaded: (@Sendable () -> Void)? = nil
    ) async throws -> Response {
        let (path, type, _) = try await media.file(of: id)
        guard let file = try await ServedFile.at(path) else { throw MediaStore.missing }
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
        of file: ServedFile,
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
    /// True if `If-Match` names only other tags, so that parts of two files are not joined (RFC 9110 §13.1.1).
    fileprivate func wantAnother(than etag: String) -> Bool {
        self[.ifMatch].map { header in
            !header.split(separator: ",").contains { part in
                let tag = part.filter { $0 != " " && $0 != "\t" }
                return tag == "*" || tag == etag
            }
        } ?? false
    }

    /// True if `If-None-Match` names the tag (RFC 9110 §13.1.2, by weak comparison).
    func know(_ etag: String) -> Bool {
        self[.ifNoneMatch]?.split(separator: ",").contains { part in
            let tag = part.filter { $0 != " " && $0 != "\t" }
            return tag == "*" || tag.strong == etag.strong
        } ?? false
    }
}

extension StringProtocol {
    /// The tag without its mark of weakness.
    fileprivate var strong: String { hasPrefix("W/") ? String(dropFirst(2)) : String(self) }
}

extension S3Store {
    /// Stores a large file in parts; if one fails, those that were stored are removed.
    func putInParts(_ name: String, file path: String, size: Int) async throws {
        let begun = try await body(of: S3Call("POST", name, query: [("uploads", "")]))
        guard let upload = XMLElement(parsing: begun)?["UploadId"], !upload.isEmpty else {
            throw ObjectFault.wrong("\(place): it has not begun an upload.")
        }
        do {
            let tags = try await putParts(name, path, size, upload)
            try await complete(name, upload, tags)
        } catch {
            // Parts of no object would be paid for until somebody removes them.
            _ = try? await send(S3Call("DELETE", name, query: [("uploadId", upload)]))
            throw error
        }
    }

    /// The tags of the parts, in their order.
    private func putParts(
        _ name: String,
        _ path: String,
        _ size: Int,
        _ upload: String
    ) async throws -> [String] {
        let partSize = max(sizes.part, (size + sizes.partsMax - 1) / sizes.partsMax)
        var tags: [String] = []
        for start in stride(from: 0, to: size, by: partSize) {
            try Task.checkCancellation()
            let part = start..<min(start + partSize, size)
            let (digest, count) = try await queue.blocking {
                try SHA256.ofFile(path, from: part.lowerBound, count: part.count)
            }
            guard count == part.count else { throw ObjectFault.unavailable("\(path) has become shorter.") }
            let query = [(name: "partNumber", value: "\(tags.count + 1)"), (name: "uploadId", value: upload)]
            let call = S3Call("PUT", name, query: query).sending(file: path, part: part, digest: digest)
            guard let tag = try await send(call).headers["etag"] else {
                throw ObjectFault.wrong("\(place): a part has no tag.")
            }
            tags.append(tag)
        }
        return tags
    }

    private func complete(_ name: String, _ upload: String, _ tags: [String]) async throws {
        let parts = tags.enumerated().map { index, tag in
            "<Part><PartNumber>\(index + 1)</PartNumber><ETag>\(Self.escaped(tag))</ETag></Part>"
        }
        let text = "<CompleteMultipartUpload>\(parts.joined())</CompleteMultipartUpload>"
        let answer = try await body(of: S3Call("POST", name, query: [("uploadId", upload)]).sending(text))
        // S3 answers 200 first, and only then puts the parts together.
        guard XMLElement(parsing: answer)?.name == "CompleteMultipartUploadResult" else {
            throw ObjectFault.unavailable("\(place): it has not completed an upload.")
        }
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}

import Core

/// Files that a command reads; `-` is standard input.
enum Input {
    /// Reads the bytes of a file; nil if it cannot be read or is larger than allowed.
    static func bytes(in path: String, sizeMax: Int) -> [UInt8]? {
        guard let handle = path == "-" ? .standardInput : OpenFile(reading: path) else {
            return nil
        }
        var bytes: [UInt8] = []
        while let part = try? handle.read(upTo: 1 << 16), !part.isEmpty {
            bytes += part
            guard bytes.count <= sizeMax else { return nil }
        }
        return bytes
    }

    /// Returns the text, or the content of the named file: `@story.html`; `@@` begins a text with one `@`.
    ///
    /// Nil if the file cannot be read.
    static func text(_ text: String) -> String? {
        if text.hasPrefix("@@") { return String(text.dropFirst()) }
        guard text.hasPrefix("@") else { return text }
        guard let bytes = bytes(in: String(text.dropFirst()), sizeMax: Limits.imageSizeMax) else {
            return nil
        }
        let content = String(decoding: bytes, as: UTF8.self)
        return content.hasSuffix("\n") ? String(content.dropLast()) : content
    }

    /// Returns the members of the JSON object in a file.
    static func json(in path: String) throws(Failure) -> [String: JSON] {
        guard let bytes = bytes(in: path, sizeMax: Limits.bodySizeMax) else {
            throw Failure(
                .data,
                "unreadable",
                Localized(
                    "Файл \(path) не прочитать, или он больше \(Limits.bodySizeMax >> 10) КиБ.",
                    "The file \(path) cannot be read, or has more than \(Limits.bodySizeMax >> 10) KiB."
                )
            )
        }
        do {
            if case .object(let members) = try JSON(parsing: bytes) { return members }
        } catch {
            throw Failure(error)
        }
        throw Failure(
            .data,
            Problem.Kind.malformed.rawValue,
            Localized("В \(path) должен быть объект JSON.", "The file \(path) must hold a JSON object.")
        )
    }

    /// Reads the first line of standard input: a password that `ps` never shows.
    static func password() throws(Failure) -> String {
        guard let line = readLine(strippingNewline: true), !line.isEmpty else {
            throw .usage(
                Localized("На стандартном вводе нет пароля.", "There is no password on standard input.")
            )
        }
        return line
    }
}

extension APICall {
    static func upload(_ bytes: [UInt8], name: String) -> APICall {
        var call = APICall(.post, ["media"], query: [("name", name)]).unseen
            .with("Content-Type", "application/octet-stream")
        call.body = bytes
        return call
    }
}

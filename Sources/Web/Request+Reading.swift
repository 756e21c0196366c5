import Core
import HTTPTypes
import Hummingbird
import NIOCore

extension Request {
    /// The members of a JSON body, which must be an object.
    package func object(max: Int = Limits.bodySizeMax) async throws -> [String: JSON] {
        let tooLarge = Problem(
            .tooLarge,
            Localized(
                "Запрос больше \(max) байт.",
                "The body is over \(max) bytes."
            )
        )
        // A body that declares too large a size is refused before it is received.
        if let declared = headers[.contentLength].flatMap({ Int($0) }), declared > max { throw tooLarge }
        let buffer: ByteBuffer
        do {
            buffer = try await body.collect(upTo: max)
        } catch is NIOTooManyBytesError {
            throw tooLarge
        }
        guard case .object(let members) = try JSON(parsing: buffer.readableBytesView) else {
            throw Problem(.malformed, Localized("Нужен объект JSON.", "The body must be a JSON object."))
        }
        return members
    }

    package var query: [(name: String, value: String)] {
        uri.queryParameters.map { (String($0.key), String($0.value)) }
    }

    /// A parameter that is `true` or `false`; every parameter that is not in `names` is refused.
    func flag(_ name: String, among names: Set<String>) throws(Problem) -> Bool {
        try flags(names).contains(name)
    }

    /// The parameters that are `true`; one that is neither that nor `false`, or not in `names`, is refused.
    func flags(_ names: Set<String>) throws(Problem) -> Set<String> {
        var (set, faults) = (Set<String>(), [Fault]())
        for (name, text) in query {
            switch (names.contains(name), Bool(text)) {
            case (true, true?): set.insert(name)
            case (true, false?): set.remove(name)
            case (true, nil):
                faults.append(Fault("#/\(name)", "должно быть true или false", "must be true or false"))
            case (false, _):
                faults.append(
                    Fault("#/\(name.clipped)", "нет такого параметра", "is not a parameter here")
                )
            }
        }
        guard faults.isEmpty else { throw .invalid(faults) }
        return set
    }

    /// `limit` and `cursor` of a numbered list; `others` are parameters that the caller reads.
    package func page(
        besides others: Set<String> = []
    ) throws(Problem) -> (limit: Int, cursor: Int64?) {
        var (limit, cursor, faults) = (Limits.pageSizeDefault, nil as Int64?, [] as [Fault])
        for (name, value) in query where !others.contains(name) {
            switch name {
            case "limit":
                limit = Int(value) ?? 0
                if !(1...Limits.pageSizeMax ~= limit) {
                    faults.append(
                        Fault(
                            "#/limit",
                            "должно быть от 1 до \(Limits.pageSizeMax)",
                            "must be from 1 to \(Limits.pageSizeMax)"
                        )
                    )
                }
            case "cursor":
                cursor = Int64(value)
                if cursor == nil {
                    faults.append(
                        Fault("#/cursor", "неверная метка страницы", "is not a cursor of this list")
                    )
                }
            case _:
                faults.append(
                    Fault("#/\(name.clipped)", "нет такого параметра", "is not a parameter here")
                )
            }
        }
        guard faults.isEmpty else { throw .invalid(faults) }
        return (limit, cursor)
    }

    /// The version that the change was made from, which every change must name (RFC 9110 §13.1.1).
    ///
    /// Nil for `*`, which means any version.
    package func version() throws(Problem) -> Int64? {
        guard headers[.ifMatch] != nil else {
            throw Problem(
                .unconditional,
                Localized(
                    "Укажите в If-Match версию, которую вы меняете, или * для любой.",
                    "Name the version that you change in If-Match, as its ETag has it, or * for any."
                )
            )
        }
        return try versionIfAny()
    }

    /// The version as a number: for `*` it is the current one.
    package func version(now: () async throws -> Int64) async throws -> Int64 {
        if let version = try version() { return version }
        return try await now()
    }

    package func versionIfAny() throws(Problem) -> Int64? {
        guard let header = headers[.ifMatch], header != "*" else { return nil }
        guard header.count > 2, header.hasPrefix("\""), header.hasSuffix("\""),
            let version = Int64(header.dropFirst().dropLast())
        else {
            throw Problem(
                .malformed,
                Localized(
                    "If-Match должен быть вида \"3\" или *.",
                    "If-Match must have the form \"3\", or be *."
                )
            )
        }
        return version
    }

    /// The note to a change: the header `X-Note`, percent-encoded UTF-8.
    package func note() throws(Problem) -> String? {
        guard let header = headers[.note] else { return nil }
        guard let note = header.percentDecoded else {
            throw Problem(
                .malformed,
                Localized("X-Note — UTF-8 в процентной записи.", "X-Note must be percent-encoded UTF-8.")
            )
        }
        return try note.checkedNote()
    }
}

extension String {
    /// The validated note to a change; nil if it is empty.
    package func checkedNote() throws(Problem) -> String? {
        guard count <= Limits.noteLengthMax,
            !unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else {
            throw Problem(
                .malformed,
                Localized(
                    "Пояснение — до \(Limits.noteLengthMax) знаков в одну строку.",
                    "A note must be a line of at most \(Limits.noteLengthMax) characters."
                )
            )
        }
        return isEmpty ? nil : self
    }

    package var trimmingSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}

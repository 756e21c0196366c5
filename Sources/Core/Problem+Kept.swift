import Storage

/// A problem without a client: it is stored, and shown in the language of its reader.
extension Problem {
    /// The problem of a change that came from no request; nil if another attempt may succeed.
    package init?(lasting error: any Error) {
        switch error {
        case let problem as Problem:
            switch problem.kind {
            case .malformed, .invalid, .unauthenticated, .forbidden, .notFound, .methodNotAllowed, .conflict,
                .tooLarge:
                self = problem
            case .stale, .unconditional, .limited, .unavailable, .unexpected: return nil
            }
        case StorageError.unique: self = .slugTaken(nil)
        case let error as StorageError:
            guard case .reference = error else { return nil }
            self.init(error)
        case _: return nil
        }
    }

    /// The form in which the database stores it.
    package var kept: JSON {
        [
            "kind": .string(kind.rawValue), "detail": detail.kept,
            "errors": .array(
                faults.prefix(Limits.keptFaultsMax).map {
                    ["pointer": .string($0.pointer), "detail": $0.detail.kept]
                }
            ),
        ]
    }

    package init?(kept text: String?) throws {
        guard let text else { return nil }
        self = try Problem(kept: JSON(parsing: text))
    }

    package init(kept json: JSON) throws(Fault) {
        self.init(
            Kind(rawValue: try json.get("kind")) ?? .unexpected,
            try Localized(kept: json.get("detail")),
            faults: try json.get("errors", as: [JSON].self).map { (fault) throws(Fault) in
                Fault(try fault.get("pointer"), try Localized(kept: fault.get("detail")))
            }
        )
    }

    /// The part of problem+json that does not belong to a request.
    package func kept(in language: Language) -> JSON {
        [
            "type": .string("/problems/\(kind.rawValue)"), "detail": .string(detail[language]),
            "errors": .array(faults.map { $0.json(in: language) }),
        ]
    }

    /// One line of text, for the history.
    package func line(in language: Language) -> String {
        let faults = faults.map { "\($0.pointer.drop { $0 == "#" || $0 == "/" }) \($0.detail[language])" }
        return ([detail[language]] + faults.prefix(Limits.keptFaultsMax)).joined(separator: " ")
    }
}

extension Problem: JSONReadable {
    /// Reads what `kept(in:)` writes.
    package init(json: JSON) throws(Fault) {
        let type: String = try json.get("type")
        self.init(
            Kind(rawValue: type.replacing("/problems/", with: "")) ?? .unexpected,
            try json.get("detail"),
            faults: try json.get("errors")
        )
    }
}

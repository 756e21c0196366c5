extension BulkReport {
    package func json(in language: Language, withIDs isListed: Bool) -> JSON {
        let failures = failures.map { failure -> JSON in
            [
                "id": .string(failure.id), "problem": .string(failure.problem.kind.rawValue),
                "detail": .string(failure.problem.detail[language]),
                "errors": .array(failure.problem.faults.map { $0.json(in: language) }),
            ]
        }
        var members: [String: JSON] = [
            "changed": .integer(Int64(changed)), "unchanged": .integer(Int64(unchanged)),
            "failed": .integer(Int64(failed)), "failures": .array(failures),
        ]
        if isListed {
            members["changed_ids"] = .array(changedIDs.map { .string($0) })
            members["changed_versions"] = .array(changedVersions.map { .integer($0) })
        }
        return .object(members)
    }
}

extension BulkReport: JSONReadable {
    package init(json: JSON) throws(Fault) {
        self.init()
        changed = try json.get("changed")
        unchanged = try json.get("unchanged")
        failed = try json.get("failed")
        failures = try json.get("failures")
        changedIDs = try json.get("changed_ids", as: [String]?.self) ?? []
        changedVersions = try json.get("changed_versions", as: [Int64]?.self) ?? []
    }
}

extension Problem.Kind: JSONReadable {}

extension BulkReport.Failure: JSONReadable {
    package init(json: JSON) throws(Fault) {
        id = try json.get("id")
        problem = Problem(
            try json.get("problem"),
            try json.get("detail"),
            faults: try json.get("errors")
        )
    }
}

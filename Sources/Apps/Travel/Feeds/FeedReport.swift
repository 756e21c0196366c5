import Core
import Feeds

/// The outcome of an import, or of a trial of one: the changes of each kind of rows, and the faults of the file.
package struct FeedReport: Sendable {
    /// Ids that are named of each change.
    private static let examplesMax = 20
    private static let faultsMax = 100

    let isTrial: Bool
    /// The name of the file, for the faults.
    let file: String
    var differences: [FeedKind: FeedDifference] = [:]
    var faults = FeedFaults()
    /// Files of the feed that have nothing to do with the timetable.
    var ignoredFiles: [String] = []

    init(isTrial: Bool, file: String) {
        (self.isTrial, self.file) = (isTrial, file)
    }

    func count(_ change: FeedDifference.Change) -> Int {
        differences.values.reduce(0) { $0 + $1[change].count }
    }

    /// True if the import changes anything.
    var hasChanges: Bool { differences.values.contains { !$0.isEmpty } }

    /// A fault as problems have it: its pointer names the file and the field.
    func fault(_ fault: FeedFault) -> Fault {
        let file =
            fault.file.isEmpty || fault.file.allSatisfy(\.isNumber) || fault.file.hasPrefix("/proc/")
            ? self.file : fault.file
        let place = fault.field.hasPrefix("/") ? fault.field : ""
        let value = fault.value.isEmpty ? "" : ": \(fault.value)"
        let name = place.isEmpty && !fault.field.isEmpty ? fault.field : nil
        return Fault("#/\(file)\(place)", fault.detail.ru + value, fault.detail.en + value)
            .at(line: fault.line, column: name)
    }

    var problem: Problem? {
        faults.errorCount == 0 ? nil : .invalid(faults.errors.prefix(Self.faultsMax).map(fault))
    }

    /// The numbers of each kind of rows that the file has, with the first ids.
    func kinds(in language: Language) -> [JSON] {
        FeedKind.allCases.compactMap { kind -> JSON? in
            guard let difference = differences[kind] else { return nil }
            var members: [String: JSON] = [
                "kind": .string(kind.rawValue), "title": .string(kind.title[language]),
            ]
            for change in FeedDifference.Change.allCases {
                let part = difference[change]
                members[change.rawValue] = .integer(Int64(part.count))
                guard change != .unchanged else { continue }
                let examples = part.examples.prefix(Self.examplesMax).map { JSON.string($0) }
                members["\(change.rawValue)_ids"] = .array(examples)
            }
            return .object(members)
        }
    }

    func json(in language: Language) -> JSON {
        let sums = FeedDifference.Change.allCases.map { ($0.rawValue, JSON.integer(Int64(count($0)))) }
        return [
            "dry_run": .bool(isTrial), "summary": .object(Dictionary(sums) { first, _ in first }),
            "kinds": .array(kinds(in: language)),
            "faults": .array(faults.errors.prefix(Self.faultsMax).map { fault($0).json(in: language) }),
            "fault_count": .integer(Int64(faults.errorCount)),
            "warnings": .array(faults.warnings.prefix(Self.faultsMax).map { fault($0).json(in: language) }),
            "warning_count": .integer(Int64(faults.warningCount)),
            "ignored_files": .array(ignoredFiles.prefix(Self.faultsMax).map { .string($0) }),
        ]
    }
}

import Foundation
import Storage

/// Rows for the tables that one migration step creates, from `Tests/upgrade`.
///
/// The files are SQL for both databases; `{time}`, `{later}` and `{bytes HEX}` are replaced for each dialect.
struct UpgradeFixture {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../upgrade").standardized.path

    private let text: String

    /// Reads the rows; throws if the step has no file.
    init(step: String) throws {
        text = try String(contentsOfFile: "\(Self.folder)/\(step).sql", encoding: .utf8)
    }

    func sql(for dialect: Dialect) -> String {
        let (time, later) =
            switch dialect {
            case .sqlite: ("1790000000000000", "1790086400000000")
            case .postgres: ("'2026-09-21T14:13:20Z'", "'2026-09-22T14:13:20Z'")
            }
        return text.replacing("{time}", with: time).replacing("{later}", with: later)
            .replacing(/\{bytes ([0-9a-f]+)\}/) { match in
                switch dialect {
                case .sqlite: "x'\(match.1)'"
                case .postgres: "'\\x\(match.1)'"
                }
            }
    }

    /// The steps of the program in one dialect, in order.
    static func steps(of dialect: Dialect) -> [Migration] {
        Migration.embedded.filter { $0.dialect == dialect }.sorted { $0.name < $1.name }
    }

    /// Migrates `database` step by step up to `last`, and fills the tables of each step before the next.
    static func fill(
        _ database: any Database,
        through last: String,
        afterStep: (Migration) async throws -> Void = { _ in }
    ) async throws {
        let steps = steps(of: database.dialect)
        for (index, step) in steps.enumerated() where step.name <= last {
            _ = try await Migrator(database, migrations: Array(steps[...index])).migrate { .earliest }
            let sql = try UpgradeFixture(step: step.name).sql(for: database.dialect)
            try await afterStep(step)
            try await database.write { try $0.script(sql) }
        }
    }
}

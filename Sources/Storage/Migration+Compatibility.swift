extension Migration {
    /// The programs that can work on a schema with this step, as its first line declares.
    package enum Compatibility: Sendable, Hashable {
        /// The step only adds (`-- compatible: yes`): older programs go on working.
        case expand
        /// The step takes something away, or changes a meaning (`-- since: 0048`).
        ///
        /// A program must know the step with this number, or a later one.
        case contract(since: String)

        /// The number of the step that a program must know, as the database keeps it; `0000` is for every program.
        package var oldest: String {
            switch self {
            case .expand: "0000"
            case .contract(let number): number
            }
        }
    }

    private static let expanding = "-- compatible: yes"
    private static let contracting = "-- since: "
    private static let digits = 4

    /// The declaration in the first line; nil if there is none.
    package var declared: Compatibility? {
        let line = sql.prefix { $0 != "\n" }
        if line == Self.expanding { return .expand }
        guard line.hasPrefix(Self.contracting) else { return nil }
        let number = line.dropFirst(Self.contracting.count)
        guard number.utf8.count == Self.digits, number.utf8.allSatisfy({ 48...57 ~= $0 }) else { return nil }
        return .contract(since: String(number))
    }

    /// The programs that can work with this step; without a declaration those that know it.
    package var compatibility: Compatibility { declared ?? .contract(since: number) }

    /// The declaration for a step that only adds, as a line.
    package static var expandingLine: String { expanding + "\n" }

    /// The number of the last step that this program knows.
    package static let newest = embedded.map(\.number).max() ?? "0000"

    /// FNV-1a, 64 bits: it distinguishes an edited file from the one that was applied.
    ///
    /// The declaration does not count: steps have landed before it was asked for.
    package var checksum: String {
        let text = declared == nil ? sql[...] : sql.drop { $0 != "\n" }.dropFirst()
        let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3
        }
        return String(hash, radix: 16)
    }
}

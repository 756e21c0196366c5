/// Ids as small numbers; 0 stands for none.
package struct VoyageCodes: Sendable {
    package private(set) var ids = [""]
    private var codes: [String: Int32] = [:]

    /// Codes in the order of the ids.
    package init(_ ids: [String] = []) {
        for id in ids { _ = code(id) }
    }

    /// The code of an id, which gets one if it has none yet.
    mutating func code(_ id: String?) -> Int32 {
        guard let id, !id.isEmpty else { return 0 }
        if let code = codes[id] { return code }
        let code = Int32(ids.count)
        ids.append(id)
        codes[id] = code
        return code
    }

    /// True at the codes of the ids; empty if there are no ids, which is no condition.
    func wanted(_ wanted: Set<String>) -> [Bool] {
        guard !wanted.isEmpty else { return [] }
        var table = [Bool](repeating: false, count: ids.count)
        for id in wanted {
            if let code = codes[id] { table[Int(code)] = true }
        }
        return table
    }

    var size: Int { ids.capacity * 16 + codes.capacity * 32 }
}

/// Texts in one block of bytes, each kept once: a `String` of its own would cost an allocation.
package struct TextPool: Sendable {
    /// The place of a text in the pool.
    package struct ID: Sendable, Hashable {
        package static let none = ID(index: 0)
        fileprivate let index: UInt32
    }

    private var bytes: [UInt8] = []
    private var ends: [UInt32] = [0]

    package subscript(id: ID) -> String { String(decoding: utf8(id), as: UTF8.self) }

    /// Nil for an empty text.
    package func given(_ id: ID) -> String? { id == .none ? nil : self[id] }

    package func utf8(_ id: ID) -> ArraySlice<UInt8> {
        let index = Int(id.index)
        return index == 0 ? [] : bytes[Int(ends[index - 1])..<Int(ends[index])]
    }

    /// The memory that it takes, in bytes.
    package var size: Int { bytes.capacity + ends.capacity * 4 }

    /// Fills a pool; knows which texts are there already.
    package struct Builder {
        package private(set) var pool = TextPool()
        private var known: [String: ID] = [:]

        package init() {}

        /// The id of a text; texts beyond 4 GiB in all are empty.
        package mutating func id(_ text: String?) -> ID {
            guard let text, !text.isEmpty else { return .none }
            if let id = known[text] { return id }
            guard pool.bytes.count + text.utf8.count < Int(UInt32.max), pool.ends.count < Int(UInt32.max)
            else {
                return .none
            }
            pool.bytes.append(contentsOf: text.utf8)
            pool.ends.append(UInt32(pool.bytes.count))
            let id = ID(index: UInt32(pool.ends.count - 1))
            known[text] = id
            return id
        }
    }
}

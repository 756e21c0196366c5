/// A discount of a row: those of many rows with the same name and percent become one entry.
struct OperatorDiscount: Sendable, Hashable {
    let title: String
    let percent: Int64

    /// `discounts[].values[].amount` with `type.name`, else `maxDiscount`.
    static func all(in row: OperatorRow) -> [OperatorDiscount] {
        var found: [OperatorDiscount] = []
        for discount in row.rows("discounts").prefix(20) {
            let title = discount.named("type", "name", "title") ?? "Скидка"
            let amounts = discount.rows("values").compactMap { $0.integer("amount") }
            let most = (amounts.max() ?? discount.integer("value", "amount")).map { abs(clamped: $0) }
            if let most, 1...99 ~= most {
                found.append(OperatorDiscount(title: String(title.prefix(200)), percent: most))
            }
        }
        if found.isEmpty, let most = row.integer("maxDiscount"), 1...99 ~= most {
            found.append(OperatorDiscount(title: "Скидка оператора", percent: most))
        }
        return found
    }

    /// Some operators write a discount as a negative amount.
    private static func abs(clamped number: Int64) -> Int64 { Int64(clamping: number.magnitude) }
}

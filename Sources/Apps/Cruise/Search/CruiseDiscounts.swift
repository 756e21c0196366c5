import Core
import Storage

/// The discounts whose window is open, prepared for matching with many cruises.
package struct CruiseDiscounts: Sendable {
    private struct Rule {
        let discount: LiveContent
        let percent: Int
        let cruises: Set<String>
        let directions: Set<String>
        let ships: Set<String>

        init(_ discount: LiveContent) {
            self.discount = discount
            percent = Int(min(max(discount.integer("percent") ?? 0, 0), 99))
            cruises = Set(discount.ids("cruises"))
            directions = Set(discount.ids("directions"))
            ships = Set(discount.ids("ships"))
        }

        /// Each list that is filled in restricts the discount; an empty one does not.
        func matches(_ cruise: LiveContent) -> Bool {
            (cruises.isEmpty || cruises.contains(cruise.id))
                && (ships.isEmpty || cruise.string("ship").map { ships.contains($0) } ?? false)
                && (directions.isEmpty || cruise.ids("directions").contains { directions.contains($0) })
        }
    }

    /// The greatest percent first.
    private let rules: [Rule]

    package init(_ discounts: [LiveContent]) {
        rules = discounts.map { Rule($0) }.sorted {
            ($1.percent, $0.discount.id) < ($0.percent, $1.discount.id)
        }
    }

    /// The discounts that match a cruise, the greatest percent first.
    package func matching(_ cruise: LiveContent) -> [LiveContent] {
        rules.filter { $0.matches(cruise) }.map(\.discount)
    }

    /// The greatest percent that matches; 0 if there is none.
    package func best(for cruise: LiveContent) -> Int {
        rules.first { $0.matches(cruise) }?.percent ?? 0
    }
}

extension LiveState {
    /// The discounts that apply at `now`.
    package func cruiseDiscounts(at now: Timestamp) -> [LiveContent] {
        self["discounts"].contents.filter { $0.isOpen(at: now) }
    }
}

import Core

/// The counts of mods as the admin API answers them.
package struct ModCountsAnswer: Sendable {
    package let totals: Totals
    /// Empty for one mod.
    package let mods: [Mod]
    package let days: [Day]

    package struct Totals: Sendable {
        package let views: Int64
        package let downloads: Int64
    }

    package struct Mod: Sendable {
        package let id: String
        /// Empty unless it is published, as the title.
        package let path: String
        package let title: String
        package let totals: Totals
    }

    package struct Day: Sendable {
        package let day: String
        package let totals: Totals
    }
}

extension ModCountsAnswer: JSONReadable {
    package init(json: JSON) throws(Fault) {
        totals = try json.get("totals")
        mods = try json.get("mods", as: [Mod]?.self) ?? []
        days = try json.get("days")
    }
}

extension ModCountsAnswer.Totals: JSONReadable {
    package init(json: JSON) throws(Fault) {
        views = try json.get("views")
        downloads = try json.get("downloads")
    }
}

extension ModCountsAnswer.Mod: JSONReadable {
    package init(json: JSON) throws(Fault) {
        id = try json.get("id")
        path = try json.get("path")
        title = try json.get("title")
        totals = try ModCountsAnswer.Totals(json: json)
    }
}

extension ModCountsAnswer.Day: JSONReadable {
    package init(json: JSON) throws(Fault) {
        day = try json.get("day")
        totals = try ModCountsAnswer.Totals(json: json)
    }
}

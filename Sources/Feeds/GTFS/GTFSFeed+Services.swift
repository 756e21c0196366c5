extension GTFSFeed {
    /// The days of a service, of `calendar.txt` and `calendar_dates.txt` together.
    package struct Service: Sendable, Hashable {
        package var id = ""
        /// First day of the weekly pattern; nil if only `added` days are given.
        package var start: FeedDate?
        /// Last day of the weekly pattern.
        package var end: FeedDate?
        /// Bit 0 is Monday, bit 6 is Sunday.
        package var weekdays: UInt8 = 0
        /// In order, each once.
        package var added: [FeedDate] = []
        /// In order, each once.
        package var removed: [FeedDate] = []

        package init() {}

        /// True if the service runs on this day.
        package func runs(on date: FeedDate) -> Bool {
            if Self.has(added, date) { return true }
            guard let start, let end, start <= date, date <= end else { return false }
            return weekdays >> UInt8(date.weekday) & 1 == 1 && !Self.has(removed, date)
        }

        /// True if it has no day at all.
        package var isIdle: Bool {
            guard added.isEmpty else { return false }
            guard let start, let end, start <= end, weekdays & 0x7F != 0 else { return true }
            // Only as many days can be removed as are named, so the search ends soon.
            return !(start.days...end.days).contains { runs(on: FeedDate(days: $0)) }
        }

        private static func has(_ dates: [FeedDate], _ date: FeedDate) -> Bool {
            var (low, high) = (0, dates.count)
            while low < high {
                let middle = low + (high - low) / 2
                if dates[middle] == date { return true }
                if dates[middle] < date { low = middle + 1 } else { high = middle }
            }
            return false
        }
    }

    /// A row of `fare_attributes.txt`.
    package struct Fare: Sendable, Hashable {
        package var id = ""
        /// Hundredths of the currency.
        package var price: Int64 = 0
        /// ISO 4217.
        package var currency = ""
        /// True if it is paid before boarding.
        package var isPrepaid = false
        /// 0 to 2; nil stands for any number.
        package var transfers: Int8?
        package var agency: Int32?
        /// Seconds that a transfer is valid.
        package var duration: Int32?

        package init() {}
    }

    /// A row of `fare_rules.txt`; what is not given restricts nothing.
    package struct FareRule: Sendable, Hashable {
        package var fare: Int32 = 0
        package var route: Int32?
        /// Zones, as `Stop.zone` has them.
        package var origin = ""
        package var destination = ""
        package var through = ""

        package init() {}
    }
}

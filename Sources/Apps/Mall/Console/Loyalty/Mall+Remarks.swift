import Core
import Web

/// How many of an offer are left, and how many come to an event.
extension Mall {
    package var peoplePages: [ModulePage] {
        [
            ModulePage(UserPage.path, Localized("Пользователи", "People")),
            ModulePage(Devices.resource),
            ModulePage(SurveyPage.path, Localized("Опрос", "Survey")),
            ModulePage(PointsEntries.resource),
            ModulePage(Gifts.resource),
            ModulePage(Referrals.resource),
            ModulePage(Reviews.resource),
            ModulePage(Searches.resource),
        ]
    }

    package var deeds: [ModulePage] {
        [
            ModulePage(
                "\(PointsPages.path)?dialog=find",
                Localized("Начислить или списать баллы", "Give or take points"),
                .correctPoints
            )
        ]
    }

    package func remarks(
        on type: ContentType,
        ids: [String],
        api: AdminAPI
    ) async throws -> [String: Remark] {
        guard type.name == Offers.type.name || type.name == Events.type.name else { return [:] }
        var remarks: [String: Remark] = [:]
        for start in stride(from: 0, to: ids.count, by: Limits.stockIDsMax) {
            let part = ids[start..<min(start + Limits.stockIDsMax, ids.count)]
            let answer = try await api.get("/mall/stock", [("ids", part.joined(separator: ","))])
            for line in answer["items"]?.array ?? [] {
                guard let id = line["id"]?.string else { continue }
                remarks[id] =
                    type.name == Offers.type.name ? Self.offerRemark(id, line) : Self.eventRemark(id, line)
            }
        }
        return remarks
    }

    private static func offerRemark(_ id: String, _ line: JSON) -> Remark? {
        let taken = line["taken"]?.integer ?? 0
        let left = line["left"]?.integer
        guard taken > 0 || left != nil else { return nil }
        let stock = left.map { Remark.Stock(left: $0, taken: taken) }
        let bought = Localized("куплено \(RecordCell.grouped(taken))", "\(taken) bought")
        let path = taken > 0 ? "\(Gifts.resource.path)?offer=\(id)" : nil
        switch left {
        case nil:
            return Remark(Localized("Куплено \(RecordCell.grouped(taken))", "\(taken) bought"), path: path)
        case 0?:
            return Remark(
                Localized("Закончилось, \(bought.ru)", "Sold out, \(bought.en)"),
                path: path,
                isWarning: true,
                stock: stock
            )
        case let left?:
            let number = RecordCell.grouped(left)
            return Remark(
                taken == 0
                    ? Localized("Осталось \(number)", "\(left) left")
                    : Localized("Осталось \(number), \(bought.ru)", "\(left) left, \(bought.en)"),
                path: path,
                isWarning: left < fewLeft,
                stock: stock
            )
        }
    }

    /// So few of an offer that somebody may want to add some.
    private static let fewLeft = 10

    private static func eventRemark(_ id: String, _ line: JSON) -> Remark? {
        let guests = line["guests"]?.integer ?? 0
        guard guests > 0 else { return nil }
        let people = plural(Int(clamping: guests), "человек", "человека", "человек")
        return Remark(
            Localized(
                "\(guests == 1 ? "Записан" : "Записано") \(RecordCell.grouped(guests)) \(people)",
                "\(guests) registered"
            ),
            path: "/mall/events/\(id)/people"
        )
    }
}

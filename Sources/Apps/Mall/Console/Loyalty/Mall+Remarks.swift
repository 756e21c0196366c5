import Core
import Storage
import Web

/// How many of an offer are left, and how many come to an event.
extension Mall {
    package var peoplePages: [ModulePage] {
        [
            ModulePage(UserPage.path, Localized("Пользователи", "People")),
            ModulePage(Devices.resource),
            ModulePage(SurveyPage.path, Localized("Опрос", "Survey")),
            ModulePage(PointsPages.path, Localized("Баллы и операции", "Points and transactions")),
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
        services: Services,
        author: Author
    ) async throws -> [String: Badge] {
        guard type.name == Offers.type.name || type.name == Events.type.name else { return [:] }
        try author.require(.readContent)
        var remarks: [String: Badge] = [:]
        for stock in try await services.stock(of: ids) {
            remarks[stock.id] =
                type.name == Offers.type.name ? Self.offerRemark(stock) : Self.eventRemark(stock)
        }
        return remarks
    }

    private static func offerRemark(_ line: StockLine) -> Badge? {
        let (id, taken, left) = (line.id, line.taken, line.left)
        guard taken > 0 || left != nil else { return nil }
        let stock = left.map { Badge.Stock(left: $0, taken: taken) }
        let bought = Localized("куплено \(RecordCell.grouped(taken))", "\(taken) bought")
        let path = taken > 0 ? "\(Gifts.resource.path)?offer=\(id)" : nil
        switch left {
        case nil:
            return Badge(Localized("Куплено \(RecordCell.grouped(taken))", "\(taken) bought"), path: path)
        case 0?:
            return Badge(
                Localized("Закончилось, \(bought.ru)", "Sold out, \(bought.en)"),
                path: path,
                isWarning: true,
                stock: stock
            )
        case let left?:
            let number = RecordCell.grouped(left)
            return Badge(
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

    private static func eventRemark(_ line: StockLine) -> Badge? {
        let guests = line.guests
        guard guests > 0 else { return nil }
        let people = plural(Int(clamping: guests), "человек", "человека", "человек")
        return Badge(
            Localized(
                "\(guests == 1 ? "Записан" : "Записано") \(RecordCell.grouped(guests)) \(people)",
                "\(guests) registered"
            ),
            path: "/mall/events/\(line.id)/people"
        )
    }
}

/// How many are taken of an offer, or come to an event.
struct StockLine: Sendable {
    let id: String
    let taken: Int64
    let guests: Int64
    /// Of how many; nil where there are any number.
    let count: Int64?

    var left: Int64? { count.map { max(0, $0 - taken) } }
}

extension Services {
    /// One line for each of the ids.
    func stock(of ids: [String]) async throws -> [StockLine] {
        let (taken, guests) = try await database.read { connection in
            (try connection.taken(of: ids), try connection.guestCounts(of: ids))
        }
        let offers = live.state[Offers.type.name]
        return ids.map { id in
            StockLine(
                id: id,
                taken: taken[id] ?? 0,
                guests: guests[id] ?? 0,
                count: offers[id]?.integer("count")
            )
        }
    }
}

import Core
import Storage
import Web

/// Badges of offers and events: the remaining stock, and the number of guests.
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

    /// The stock of an offer at which its badge warns.
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
            path: "\(Guests.resource.path)?event=\(line.id)"
        )
    }
}

/// The number taken of an offer, or of an event's guests.
struct StockLine: Sendable {
    let id: String
    let taken: Int64
    let guests: Int64
    /// The total; nil if it is unlimited.
    let count: Int64?

    var left: Int64? { count.map { max(0, $0 - taken) } }
}

extension Services {
    /// The stock of each of the ids.
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

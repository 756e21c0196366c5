import Core
import Storage
import Transit
import Web

/// One thread with all its stops (E3; T56–T60).
struct ThreadAnswer {
    private static let uidLengthMax = 100

    private let call: TravelCall
    private let writer: TravelWriter
    private let timetable: Timetable

    init(_ call: TravelCall) {
        (self.call, writer, timetable) = (call, call.writer, call.timetable)
    }

    func answer() throws(Problem) -> PublicAnswer {
        let query = call.query
        guard let uid = query["uid"] else { throw TravelQuery.wrong("uid", "нужно указать", "is missing") }
        guard uid.count <= Self.uidLengthMax else {
            throw TravelQuery.wrong(
                "uid",
                "до \(Self.uidLengthMax) знаков",
                "must have at most 100 characters"
            )
        }
        guard let index = timetable.thread(uid) else {
            throw .notFound(
                Localized("Не нашли нитку с uid \(uid)", "There is no thread with the uid \(uid)")
            )
        }
        let stops = Array(timetable.stops(of: index))
        let asked = try query.day()
        let day = asked ?? timetable.days(of: index).nearest(call.today(at: stops.first?.station ?? 0)) ?? 0
        let from = try position(of: query["from"], in: stops, after: -1)
        let to = try position(of: query["to"], in: stops, after: from ?? -1)
        return PublicAnswer { json in
            json.object { json in
                head(index, day, stops, &json)
                ends(index, day, (query["from"], from), (query["to"], to), &json)
                json.key("stops")
                json.array { json in
                    for (position, stop) in stops.enumerated() {
                        write(stop, position, of: stops, index, day, &json)
                    }
                }
            }
        }
    }

    private func head(_ index: Int32, _ day: Int32, _ stops: [TransitStop], _ json: inout JSONWriter) {
        let thread = timetable.threads[Int(index)]
        let words = CalendarWords(writer.state.calendar(of: index), writer.language)
        let start = local(stops.first?.departure ?? 0, at: stops.first, index, day)
        json.member("uid", writer.text(thread.uid))
        writer.threadMembers(thread, &json)
        writer.carrier(thread, isShort: true, &json)
        json.member("days", words.days)
        json.member("except_days", words.exceptions)
        json.member("start_time", String(start.dropFirst(11).prefix(5)))
        json.member("start_date", String(start.prefix(10)))
        writer.interval(thread, &json)
    }

    /// The codes and days of the ride that was asked for; null without one (T59).
    private func ends(
        _ index: Int32,
        _ day: Int32,
        _ from: (code: String?, position: Int?),
        _ to: (code: String?, position: Int?),
        _ json: inout JSONWriter
    ) {
        let stops = Array(timetable.stops(of: index))
        func date(_ position: Int?, _ time: (TransitStop) -> Int32?) -> JSON {
            guard let position, let seconds = time(stops[position]) else { return .null }
            return .string(String(local(seconds, at: stops[position], index, day).prefix(10)))
        }
        json.member("from", JSON(from.code))
        json.member("to", JSON(to.code))
        json.member("departure_date", date(from.position) { $0.departure })
        json.member("arrival_date", date(to.position) { $0.arrival })
    }

    private func position(of code: String?, in stops: [TransitStop], after: Int) throws(Problem) -> Int? {
        guard let code else { return nil }
        let stations = Set(timetable.stations(at: try timetable.place(code)))
        let found = stops.indices.first { $0 > after && stations.contains(stops[$0].station) }
        guard let found else {
            throw .notFound(
                Localized("Нитка не останавливается в \(code)", "The thread does not stop at \(code)")
            )
        }
        return found
    }

    /// `2022-06-15 05:28:00` in the zone of the stop (T57).
    private func local(_ seconds: Int32, at stop: TransitStop?, _ thread: Int32, _ day: Int32) -> String {
        let instant = timetable.zone(ofThread: thread).base(of: day) + Int64(seconds)
        let zone = writer.zone ?? stop.map { timetable.zone(ofStation: $0.station) }
        return TravelWriter.local(instant + (zone?.offset(at: instant) ?? 0), " ")
    }

    private func write(
        _ stop: TransitStop,
        _ position: Int,
        of stops: [TransitStop],
        _ thread: Int32,
        _ day: Int32,
        _ json: inout JSONWriter
    ) {
        let isFirst = position == 0
        let isLast = position == stops.count - 1
        let start = stops.first?.departure ?? 0
        let time = (isFirst ? stop.departure : stop.arrival) ?? stop.departure ?? start
        let stay =
            isFirst || isLast ? nil : stop.arrival.flatMap { arrival in stop.departure.map { $0 - arrival } }
        json.object { json in
            json.member(
                "arrival",
                JSON(isFirst ? nil : stop.arrival.map { local($0, at: stop, thread, day) })
            )
            json.member(
                "departure",
                JSON(isLast ? nil : stop.departure.map { local($0, at: stop, thread, day) })
            )
            json.member("duration", Int64(time) - Int64(start))
            json.member("stop_time", stay.map { .integer(Int64($0)) } ?? .null)
            json.member("platform", writer.text(stop.platform))
            json.member("terminal", JSON(timetable.texts.given(stop.terminal)))
            json.key("station")
            writer.station(stop.station, &json)
        }
    }
}

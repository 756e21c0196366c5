import Core
import Storage
import Transit
import Web

/// Writes the objects that several answers have (timetable.md, section 4).
struct TravelWriter: Sendable {
    let timetable: Timetable
    let state: LiveTimetable.State
    let language: Language
    let carriers: LiveSet
    /// The address of this server, without a slash at the end.
    let baseURL: String
    /// The zone in which all times are told; nil for that of each station.
    var zone: Zone?
    var systems = ShownSystems.none

    init(_ state: LiveTimetable.State, _ live: LiveState, _ language: Language, baseURL: String) {
        (self.state, self.language, self.baseURL) = (state, language, baseURL)
        timetable = state.timetable
        carriers = live[Carriers.type.name]
    }

    // MARK: Texts and times

    func text(_ title: TextPool.ID, _ english: TextPool.ID) -> String {
        let isEnglish = language == .en && english != .none
        return timetable.texts[isEnglish ? english : title]
    }

    func text(_ id: TextPool.ID) -> String { timetable.texts[id] }

    /// `2022-06-15T05:28:00+03:00`, in the zone of a station or that of the request (T33, T49).
    func time(_ instant: Int64, at station: Int32) -> String {
        let offset = (zone ?? timetable.zone(ofStation: station)).offset(at: instant)
        let minutes = abs(offset) / 60
        return Self.local(instant + offset, "T") + (offset < 0 ? "-" : "+") + Self.padded(minutes / 60) + ":"
            + Self.padded(minutes % 60)
    }

    /// `2022-06-15 05:28:00`, of a local time in seconds since 1970.
    static func local(_ seconds: Int64, _ separator: String) -> String {
        let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        return CivilDate(daysSince1970: days).description + separator + clock(seconds - days * 86_400)
    }

    /// `05:28:00`, of seconds of a day.
    static func clock(_ seconds: Int64) -> String {
        "\(padded(seconds / 3_600)):\(padded(seconds / 60 % 60)):\(padded(seconds % 60))"
    }

    static func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : String(number) }

    // MARK: Places

    static func code(station: Int32, _ timetable: Timetable) -> String {
        "s\(timetable.stations[Int(station)].code)"
    }
    func code(_ station: Int32) -> String { Self.code(station: station, timetable) }

    func station(_ index: Int32, _ json: inout JSONWriter) {
        json.object { json in members(of: index, &json) }
    }

    func members(of index: Int32, _ json: inout JSONWriter) {
        let station = timetable.stations[Int(index)]
        json.member("type", "station")
        json.member("title", text(station.title, station.titleEn))
        json.member("short_title", text(station.shortTitle))
        json.member("popular_title", text(station.popularTitle))
        json.member("code", "s\(station.code)")
        json.member("station_type", station.kind.name)
        json.member("station_type_name", station.kind.title[language])
        json.member("transport_type", station.transport.name)
        codes(of: station, &json)
    }

    private func codes(of station: TransitPlace.Station, _ json: inout JSONWriter) {
        guard systems != .none else { return }
        json.key("codes")
        json.object { json in
            if systems != .esr { json.member("yandex", "s\(station.code)") }
            if systems != .yandex { json.member("esr", JSON(timetable.texts.given(station.esr))) }
            if systems == .all { json.member("express", JSON(timetable.texts.given(station.express))) }
        }
    }

    /// A point of a search: a station or a settlement.
    func point(_ place: TravelPlace, _ json: inout JSONWriter) {
        json.object { json in
            switch place {
            case .station(let index):
                let station = timetable.stations[Int(index)]
                json.member("type", "station")
                json.member("title", text(station.title, station.titleEn))
                json.member("short_title", text(station.shortTitle))
                json.member("popular_title", JSON(timetable.texts.given(station.popularTitle)))
                json.member("code", "s\(station.code)")
            case .settlement(let index):
                let settlement = timetable.settlements[Int(index)]
                json.member("type", "settlement")
                json.member("title", text(settlement.title, settlement.titleEn))
                json.member("short_title", text(settlement.shortTitle))
                json.member("popular_title", JSON(timetable.texts.given(settlement.popularTitle)))
                json.member("code", "c\(settlement.code)")
            }
        }
    }

    /// The settlement of a station, or the station itself if it has none.
    func town(of station: Int32) -> TravelPlace {
        let settlement = timetable.stations[Int(station)].settlement
        return settlement >= 0 ? .settlement(settlement) : .station(station)
    }

    // MARK: Threads

    /// The thread of a segment or of a line on a board; `on` is the day of its link.
    func thread(_ index: Int32, on day: Int32, linked: Bool, _ json: inout JSONWriter) {
        let thread = timetable.threads[Int(index)]
        json.object { json in
            json.member("uid", text(thread.uid))
            threadMembers(thread, &json)
            carrier(thread, isShort: false, &json)
            if linked {
                let link = "\(baseURL)/v3.0/thread/?date=\(day.day)&uid=\(text(thread.uid).percentEncoded)"
                json.member("thread_method_link", link)
            }
            interval(thread, &json)
        }
    }

    func threadMembers(_ thread: TransitThread, _ json: inout JSONWriter) {
        json.member("title", text(thread.title, thread.titleEn))
        json.member("short_title", text(thread.shortTitle == .none ? thread.title : thread.shortTitle))
        json.member("number", text(thread.number))
        json.member("transport_type", thread.transport.name)
        json.member("vehicle", JSON(timetable.texts.given(thread.vehicle)))
        json.member("express_type", JSON(timetable.texts.given(thread.expressType)))
        let subtype = timetable.texts.given(thread.subtype).flatMap { try? JSON(parsing: $0) }
        json.key("transport_subtype")
        json.object { json in
            for name in ["code", "title", "color"] { json.member(name, subtype?[name] ?? .null) }
        }
    }

    func interval(_ thread: TransitThread, _ json: inout JSONWriter) {
        guard let frequency = thread.frequency else { return }
        json.key("interval")
        json.object { json in
            json.member("density", frequency.density)
            json.member("begin_time", Self.clock(Int64(frequency.begin) % 86_400))
            json.member("end_time", Self.clock(Int64(frequency.end) % 86_400))
        }
    }

    // MARK: Carriers

    func carrier(_ thread: TransitThread, isShort: Bool, _ json: inout JSONWriter) {
        json.key("carrier")
        guard let id = timetable.texts.given(thread.carrier), let carrier = carriers[id] else {
            return json.null()
        }
        self.carrier(carrier, isShort: isShort, &json)
    }

    func carrier(_ carrier: LiveContent, isShort: Bool, _ json: inout JSONWriter) {
        json.object { json in
            json.member("code", carrier.slug.flatMap { Int64($0) } ?? 0)
            json.member("title", carrier.text("title", language))
            json.key("codes")
            json.object { json in
                for name in ["icao", "iata", "sirena"] { json.member(name, JSON(carrier.string(name))) }
            }
            if isShort { return }
            for name in ["url", "phone", "email", "address", "contacts"] {
                json.member(name, carrier.string(name) ?? "")
            }
            json.member("logo", carrier.string("logo").map { "\(baseURL)/media/\($0)" } ?? "")
            json.member("logo_svg", JSON(carrier.string("logo_svg")))
        }
    }

    // MARK: Lists

    func pagination(total: Int, limit: Int, offset: Int, _ json: inout JSONWriter) {
        json.key("pagination")
        json.object { json in
            json.member("total", Int64(total))
            json.member("limit", Int64(limit))
            json.member("offset", Int64(offset))
        }
    }
}

/// A place that a code names.
enum TravelPlace: Sendable, Hashable {
    case station(Int32)
    case settlement(Int32)
}

extension Timetable {
    /// The place of a code of ours, `s9613062` or `c213`; throws 404 for an unknown or hidden one (T13).
    func place(_ code: String) throws(Problem) -> TravelPlace {
        let number = Int64(code.dropFirst())
        if let number, code.hasPrefix("s"), let station = station(number), !stations[Int(station)].isHidden {
            return .station(station)
        }
        if let number, code.hasPrefix("c"), let settlement = settlement(number) {
            return .settlement(settlement)
        }
        throw Self.notFound(code, in: "yandex")
    }

    static func notFound(_ code: String, in system: String) -> Problem {
        .notFound(
            Localized(
                "Не нашли объект по \(system) коду \(code)",
                "There is no object with the \(system) code \(code)"
            )
        )
    }

    /// The stations that apps see at a place.
    func stations(at place: TravelPlace) -> [Int32] {
        switch place {
        case .station(let station): [station]
        case .settlement(let settlement): Array(stations(of: settlement))
        }
    }
}

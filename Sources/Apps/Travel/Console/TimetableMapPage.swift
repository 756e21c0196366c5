import Core
import Hummingbird
import Transit
import Web

/// The map of stations and threads; it is drawn from the timetable itself, and nothing is fetched from elsewhere.
struct TimetableMapPage: Sendable {
    static let path = "/travel/map"
    /// Stations in the list beside the map.
    private static let listedMax = 60

    private let console: Console
    private let context: ConsoleContext
    private let asked: Form

    init(_ console: Console, _ request: Request, _ context: ConsoleContext) {
        (self.console, self.context, asked) = (console, context, request.asked)
    }

    private var language: Language { context.language }

    static func path(station code: String) -> String { "\(path)?station=\(code)" }
    static func path(thread uid: String) -> String { "\(path)?thread=\(uid.percentEncoded)" }

    func show() async throws -> Response {
        try context.author.require(.readContent)
        let lookup = try await TimetableLookup(console.services, language)
        let field = PlaceField("place", Localized("Найти место", "Find a place"), asked, lookup)
        let chosen = station(lookup, field)
        let thread = asked["thread"].flatMap { lookup.timetable.thread($0) }
        let lines = thread.map { [lookup.line(of: $0)] } ?? chosen.map { lookup.lines(at: $0) } ?? []
        let view = view(lookup, field, chosen, lines)
        let kinds = Set(asked.all("transport").compactMap { TransportKind(name: $0) })
        let (stations, total) = view.window.map { lookup.map($0, kinds) } ?? ([], 0)
        let json: JSON = [
            "action": .string(Self.path), "place": field.json(lookup), "kinds": self.kinds(kinds),
            "width": .string("\(Int(MapView.width))"), "height": .string("\(Int(MapView.height))"),
            "at": .string("\(view.centre.latitude),\(view.centre.longitude)"),
            "zoom": .string(view.zoom.tenths),
            "home": .string(home(lookup)), "whole": .string(Self.path),
            "nearer": .string(path(view, zoom: view.zoom + 1)),
            "farther": .string(path(view, zoom: view.zoom - 1)),
            "station": .string(chosen.map { lookup.writer.code($0) } ?? ""),
            "uid": .string(thread == nil ? "" : asked["thread"] ?? ""),
            "thread": thread.map { self.heading(of: lookup.line(of: $0)) } ?? .null,
            "lines": .array(lines.map { ["path": .string(view.path($0.points))] }),
            "points": .array(stations.map { point($0, view) }), "count": .string(count(total)),
            "listed": .array(stations.prefix(Self.listedMax).map { listed($0, view) }),
            "card": chosen.map { card($0, lookup) } ?? .null,
        ]
        let heading = Localized("Карта", "Map")[language]
        let page = ConsolePage("timetable-map", title: heading, path: Self.path, context: json)
        return try await console.show(page, context)
    }

    /// The station that the address names, or that was looked for.
    private func station(_ lookup: TimetableLookup, _ field: PlaceField) -> Int32? {
        if case .station(let station)? = field.place { return station }
        guard let code = asked["station"], case .station(let station)? = try? lookup.timetable.place(code)
        else { return nil }
        return station
    }

    // MARK: What is in sight

    private func view(
        _ lookup: TimetableLookup,
        _ field: PlaceField,
        _ chosen: Int32?,
        _ lines: [TimetableLookup.MapLine]
    ) -> MapView {
        if let numbers = asked["at"]?.split(separator: ",").compactMap({ Double($0) }), numbers.count == 2,
            let centre = Point(latitude: numbers[0], longitude: numbers[1])
        {
            return MapView(centre: centre, zoom: asked["zoom"].flatMap { Double($0) } ?? 9)
        }
        if let place = field.place, let point = lookup.match(place).point {
            return MapView(centre: point, zoom: chosen == nil ? 10 : 12)
        }
        if chosen == nil, let window = MapWindow(around: lines.flatMap(\.points)) {
            return MapView(fitting: window)
        }
        if let chosen, let point = lookup.timetable.stations[Int(chosen)].point {
            return MapView(centre: point, zoom: 9)
        }
        return whole(lookup)
    }

    private func whole(_ lookup: TimetableLookup) -> MapView {
        lookup.timetable.extent.map { MapView(fitting: $0) } ?? MapView(centre: .zero, zoom: 1)
    }

    /// The centre and the zoom of the whole map.
    private func home(_ lookup: TimetableLookup) -> String {
        let view = whole(lookup)
        return "\(view.centre.latitude),\(view.centre.longitude),\(view.zoom.tenths)"
    }

    private func path(_ view: MapView, zoom: Double) -> String {
        let kept = asked.fields.filter { ["transport", "station", "thread"].contains($0.name) }
        let fields =
            [("at", "\(view.centre.latitude),\(view.centre.longitude)"), ("zoom", zoom.tenths)]
            + kept.map { ($0.name, $0.value) }
        return "\(Self.path)?" + fields.map { "\($0.0)=\($0.1.percentEncoded)" }.joined(separator: "&")
    }

    // MARK: Parts

    private func kinds(_ chosen: Set<TransportKind>) -> JSON {
        .array(
            TransportKind.allCases.map { kind in
                [
                    "value": .string(kind.name), "title": .string(kind.title[language]),
                    "is_chosen": .bool(chosen.contains(kind)),
                ]
            }
        )
    }

    private func point(_ station: TimetableLookup.MapStation, _ view: MapView) -> JSON {
        let (x, y) = view.place(station.point)
        return [
            "x": .string(x.tenths), "y": .string(y.tenths),
            "kind": .string(station.transport.name),
        ]
    }

    private func listed(_ station: TimetableLookup.MapStation, _ view: MapView) -> JSON {
        let at = "&at=\(view.centre.latitude),\(view.centre.longitude)&zoom=\(view.zoom.tenths)"
        return [
            "title": .string(station.title), "note": .string(note(station)),
            "path": .string(Self.path(station: station.code) + at), "code": .string(station.code),
        ]
    }

    private func note(_ station: TimetableLookup.MapStation) -> String {
        let town = station.settlement == station.title ? "" : station.settlement
        return [station.kind, town].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private func card(_ station: Int32, _ lookup: TimetableLookup) -> JSON {
        let match = lookup.match(.station(station))
        return [
            "title": .string(match.title), "code": .string(match.code), "note": .string(match.note),
            "form": .string("\(Stations.resource.path)/\(match.code.dropFirst())"),
            "board": .string(TimetableBoardPage.path(match.code)),
        ]
    }

    private func heading(of line: TimetableLookup.MapLine) -> JSON {
        [
            "title": .string("\(line.number) \(line.title)".trimmingSpaces),
            "path": .string("\(Threads.resource.path)/\(line.thread)"),
        ]
    }

    private func count(_ total: Int) -> String {
        counted(
            total,
            language,
            ru: (one: "станция", few: "станции", many: "станций"),
            en: (one: "station", many: "stations")
        )
    }
}

extension MapWindow {
    /// The window that has all of some points, with a margin; nil for none.
    init?(around points: [Point]) {
        let (latitudes, longitudes) = (points.map(\.latitude), points.map(\.longitude))
        guard let south = latitudes.min(), let north = latitudes.max(), let west = longitudes.min(),
            let east = longitudes.max()
        else { return nil }
        let margin = max(north - south, east - west) * 0.06 + 0.01
        self.init(
            south: max(-90, south - margin),
            west: max(-180, west - margin),
            north: min(90, north + margin),
            east: min(180, east + margin)
        )
    }
}

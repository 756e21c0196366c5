import Core
import Transit

/// The stops of a thread as their column keeps them: a JSON array of
/// `[station, arrival, departure, platform, terminal, boarding]`.
enum ThreadStops {
    static func text(_ stops: [ThreadRow.Stop]) -> String {
        var writer = JSONWriter(capacity: stops.count * 32)
        writer.array { json in
            for stop in stops {
                json.array { json in
                    json.integer(stop.station)
                    json.value(stop.arrival.map { .integer(Int64($0)) } ?? .null)
                    json.value(stop.departure.map { .integer(Int64($0)) } ?? .null)
                    json.value(JSON(stop.platform))
                    json.value(JSON(stop.terminal))
                    json.integer(Int64(stop.boarding.rawValue))
                }
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Reads what `text` has written; stops that cannot be read are left out.
    static func parse(_ text: String) -> [ThreadRow.Stop] {
        guard let lines = try? JSON(parsing: text).array else { return [] }
        return lines.compactMap { line -> ThreadRow.Stop? in
            guard let values = line.array, values.count == 6, let station = values[0].integer,
                let boarding = values[5].integer.flatMap({ UInt8(exactly: $0) })
                    .flatMap({ TransitStop.Boarding(rawValue: $0) })
            else { return nil }
            return ThreadRow.Stop(
                station: station,
                arrival: values[1].integer.flatMap { Int32(exactly: $0) },
                departure: values[2].integer.flatMap { Int32(exactly: $0) },
                platform: values[3].string,
                terminal: values[4].string,
                boarding: boarding
            )
        }
    }
}

extension TransitThread.Frequency {
    /// Reads what `text` has written; nil if it cannot be read.
    init?(_ text: String) {
        guard let json = try? JSON(parsing: text),
            let begin = json["begin"]?.integer.flatMap({ Int32(exactly: $0) }),
            let end = json["end"]?.integer.flatMap({ Int32(exactly: $0) }),
            let headway = json["headway"]?.integer.flatMap({ Int32(exactly: $0) }), headway > 0
        else { return nil }
        self.init(begin: begin, end: end, headway: headway, density: json["density"]?.string ?? "")
    }

    /// A JSON object with the times in seconds.
    var text: String {
        JSON.object([
            "begin": .integer(Int64(begin)), "end": .integer(Int64(end)), "headway": .integer(Int64(headway)),
            "density": .string(density),
        ]).text
    }
}

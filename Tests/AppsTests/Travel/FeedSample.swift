import Core

/// A GTFS feed of a bus company: three stops, a service of weekdays, two trips.
struct FeedSample {
    var files = [
        "agency.txt": """
        agency_id,agency_name,agency_url,agency_timezone,agency_phone
        bus,Мосавто,https://bus.example,Europe/Moscow,+7 495 000-00-00
        """,
        "stops.txt": """
        stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,platform_code
        A,Автостанция,55.76,37.62,1,,
        A1,Платформа,55.7601,37.6201,0,A,1
        B,Мирный,56.10,37.90,0,,
        C,Липки,56.30,38.10,0,,
        """,
        "routes.txt": """
        route_id,agency_id,route_short_name,route_long_name,route_type
        r,bus,308,,3
        """,
        "calendar.txt": """
        service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
        week,1,1,1,1,1,0,0,20261101,20270301
        """,
        "trips.txt": """
        route_id,service_id,trip_id
        r,week,morning
        r,week,night
        """,
        "stop_times.txt": """
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        morning,08:00:00,08:00:00,A1,1
        morning,08:40:00,08:42:00,B,2
        morning,09:10:00,09:10:00,C,3
        night,23:30:00,23:30:00,A1,1
        night,24:40:00,24:40:00,C,2
        """,
    ]

    func archive() throws -> [UInt8] {
        var zip = ZIPWriter()
        var bytes: [UInt8] = []
        for (name, text) in files.sorted(by: { $0.key < $1.key }) {
            bytes += try zip.file(name, Array(text.utf8))
        }
        return bytes + zip.end()
    }

    /// The feed with another text in place of one in a file.
    func replacing(_ text: String, with other: String, in file: String) -> FeedSample {
        var sample = self
        sample.files[file] = files[file]?.replacing(text, with: other)
        return sample
    }
}

import Core
import Transit

/// Stops of a thread as staff write them, checked.
extension TimetableLookup {
    /// One line of the form.
    struct StopLine: Sendable {
        /// Nil if the line cannot be read.
        let stop: ThreadRow.Stop?
        /// The title of the station; empty if there is none with the code.
        let title: String
        let point: Point?
        let fault: Localized?
    }

    /// Reads each line, and says beside it what is wrong.
    ///
    /// Times of a thread that runs every so often are not looked at.
    func stops(_ lines: [String], hasTimes: Bool) -> [StopLine] {
        let read = lines.map { line -> Result<ThreadRow.Stop, ThreadLineFault> in
            do throws(ThreadLineFault) {
                return .success(try ThreadLine.stop(line))
            } catch {
                return .failure(error)
            }
        }
        let stops = read.map { try? $0.get() }
        // Positions only stand for lines if every line can be read.
        let areWhole = stops.allSatisfy { $0 != nil }
        let times = hasTimes && areWhole ? stops.compactMap { $0 }.timesFaults : []
        let faults = Dictionary(times.map { ($0.position, $0.detail) }) { first, _ in first }
        return read.enumerated().map { index, result in
            switch result {
            case .failure(let fault): StopLine(stop: nil, title: "", point: nil, fault: fault.detail)
            case .success(let stop):
                line(stop, after: index == 0 ? nil : stops[index - 1], timeFault: faults[index])
            }
        }
    }

    private func line(
        _ stop: ThreadRow.Stop,
        after before: ThreadRow.Stop?,
        timeFault: Localized?
    ) -> StopLine {
        guard let station = timetable.station(stop.station) else {
            let fault = Localized("нет станции s\(stop.station)", "there is no station s\(stop.station)")
            return StopLine(stop: stop, title: "", point: nil, fault: fault)
        }
        let isTwice = before?.station == stop.station
        return StopLine(
            stop: stop,
            title: title(station),
            point: timetable.stations[Int(station)].point,
            fault: isTwice
                ? Localized("та же станция, что строкой выше", "the same station as in the line above")
                : timeFault
        )
    }
}

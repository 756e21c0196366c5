import Core
import Storage
import Web

/// The requests of a key in the last thirty days: a plot for each call, and a table with the same figures.
enum TravelKeyPanel {
    static let panel = ResourcePanel("timetable-key") { row, services, context in
        let usage = try await TravelKeyUsage(of: row.id, services)
        let language = context.language
        let days = (0..<TravelKeyUsage.days).map { usage.first + Int32($0) }
        let used = days.indices.reversed().filter { day in usage.calls.contains { $0.counts[day] > 0 } }
        return [
            "plots": .array(
                usage.calls.map { call in
                    BarPlot(
                        title: call.name,
                        figure: RecordCell.grouped(call.sum),
                        numbers: call.counts,
                        first: Timestamp(seconds: Int64(usage.first) * 86_400) ?? .earliest,
                        language: language
                    ).json
                }
            ),
            "has_plots": .bool(!usage.calls.isEmpty),
            "first": .string(TravelDay.short(usage.first, language)),
            "last": .string(TravelDay.short(days.last ?? usage.first, language)),
            "heads": .array(usage.calls.map { .string($0.name) }),
            "rows": .array(
                used.map { day in
                    [
                        "day": .string(TravelDay.short(days[day], language)),
                        "cells": .array(usage.calls.map { .string(RecordCell.grouped($0.counts[day])) }),
                    ]
                }
            ),
        ]
    }
}

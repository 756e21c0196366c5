import Core
import Storage
import Web

/// The requests of a key in the last thirty days: a plot for each call, and a table with the same figures.
enum TravelKeyPanel {
    private static let (bar, height) = (10.0, 56.0)

    static let panel = ResourcePanel("timetable-key") { row, services, context in
        let usage = try await TravelKeyUsage(of: row.id, services)
        let language = context.language
        let days = (0..<TravelKeyUsage.days).map { usage.first + Int32($0) }
        let used = days.indices.reversed().filter { day in usage.calls.contains { $0.counts[day] > 0 } }
        return [
            "plots": .array(usage.calls.map { plot($0, from: usage.first, language) }),
            "has_plots": .bool(!usage.calls.isEmpty),
            "first": .string(TravelDay.short(usage.first, language)),
            "last": .string(TravelDay.short(days.last ?? usage.first, language)),
            "width": .string(MapView.tenths(bar * Double(TravelKeyUsage.days))),
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

    private static func plot(_ call: TravelKeyUsage.Call, from first: Int32, _ language: Language) -> JSON {
        let most = max(1, call.counts.max() ?? 1)
        let bars = call.counts.enumerated().filter { $0.element > 0 }.map { index, count -> JSON in
            let tall = max(1.5, height * Double(count) / Double(most))
            let day = TravelDay.short(first + Int32(index), language)
            return [
                "x": .string(MapView.tenths(bar * Double(index) + 1)),
                "y": .string(MapView.tenths(height - tall)),
                "height": .string(MapView.tenths(tall)), "width": .string(MapView.tenths(bar - 2)),
                "title": .string("\(day): \(RecordCell.grouped(count))"),
            ]
        }
        let (sum, peak) = (RecordCell.grouped(call.sum), RecordCell.grouped(most))
        return [
            "name": .string(call.name), "sum": .string(sum), "peak": .string(peak), "bars": .array(bars),
            "label": .string(
                Localized(
                    "\(call.name): запросов за 30 дней — \(sum), больше всего за день — \(peak)",
                    "\(call.name): \(sum) requests in 30 days, at most \(peak) a day"
                )[language]
            ),
        ]
    }
}

/// The columns of the runs table, a CSV file (RFC 4180, UTF-8) with one line for each stop of each run.
///
/// The lines of a run follow each other, in the order of its stops. What describes the whole run stands in
/// its first line; the lines below may repeat it or leave it empty. Cells are separated by comma, semicolon
/// or tab.
///
/// | column | value |
/// |---|---|
/// | `uid` | id of the run, at most 100 characters; in every line |
/// | `number` | number as passengers know it: `752А` |
/// | `title` | «Москва — Санкт-Петербург» |
/// | `transport_type` | plane, train, suburban, bus, water, helicopter or sea |
/// | `carrier` | code of the carrier, a whole number; may be empty |
/// | `days` | weekdays as digits, 1 is Monday: `12345`; empty if it runs on extra dates only |
/// | `start_date`, `end_date` | first and last day of `days`: `2022-06-15` |
/// | `except_dates` | days on which it does not run: `2022-06-15\|2022-06-16` |
/// | `extra_dates` | days on which it runs besides |
/// | `stop` | code of the station: `s9613602`; in every line |
/// | `arrival`, `departure` | `HH:MM` or `HH:MM:SS`; empty arrival at the first stop, departure at the last |
/// | `platform`, `terminal` | may be empty |
///
/// Times are in the time zone of the first stop and count on past midnight (`25:10`), so they increase along
/// the run. An arrival at the first stop and a departure at the last one are left out.
package enum RunsTable {
    package static let columns = [
        "uid", "number", "title", "transport_type", "carrier", "days", "start_date", "end_date",
        "except_dates", "extra_dates", "stop", "arrival", "departure", "platform", "terminal",
    ]
    /// Characters of a uid.
    static let uidLengthMax = 100
}

import Core
import Web

/// A field of a page's form that names a place by its title, and by its code if it was picked from the list.
struct PlaceField: Sendable {
    private static let lengthMax = 200

    let name: String
    let label: Localized
    let isStation: Bool
    let text: String
    /// Nil for an empty field and for one that is wrong.
    let place: TravelPlace?
    let fault: String?

    /// Reads `name` and `name_code` of the address; a code counts as long as the title beside it is its own.
    init(
        _ name: String,
        _ label: Localized,
        _ asked: Form,
        _ lookup: TimetableLookup,
        isStation: Bool = false
    ) {
        (self.name, self.label, self.isStation) = (name, label, isStation)
        let given = String((asked[name] ?? "").trimmingSpaces.prefix(Self.lengthMax))
        let language = lookup.writer.language
        guard !given.isEmpty else {
            (text, place, fault) = ("", nil, nil)
            return
        }
        let picked = asked["\(name)_code"].flatMap { try? lookup.timetable.place($0) }
        do throws(Problem) {
            let place: TravelPlace
            if let picked, lookup.title(picked) == given {
                place = picked
            } else {
                place = try lookup.place(given, name, isStation: isStation)
            }
            (text, self.place, fault) = (lookup.title(place), place, nil)
        } catch {
            let said = error.faults.first?.detail ?? error.detail
            (text, place, fault) = (given, nil, said[language].sentence)
        }
    }

    /// For the template `timetable-place`.
    func json(_ lookup: TimetableLookup) -> JSON {
        let language = lookup.writer.language
        return [
            "field": .string(name), "label": .string(label[language]), "text": .string(text),
            "code": .string(place.map { lookup.code($0) } ?? ""), "fault": .string(fault ?? ""),
            "kind": isStation ? "station" : "",
        ]
    }
}

extension String {
    /// With a capital letter and a full stop.
    fileprivate var sentence: String {
        prefix(1).uppercased() + dropFirst() + (last == "." ? "" : ".")
    }
}

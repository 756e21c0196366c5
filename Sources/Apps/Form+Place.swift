import Core
import Web

extension Form {
    /// The target position for the element of `ids` at `index`: next to another, a step away, or at a number.
    func place(_ index: Int, _ ids: [String]) throws(Problem) -> Place {
        for side in ["after", "before"] {
            if let other = self[side] { return try Place([side: .string(other)]) }
        }
        var others = ids
        others.remove(at: index)
        let number: Int
        switch self["to"] {
        case "first": number = 0
        case "last": number = others.count
        case "up": number = index - 1
        case "down": number = index + 1
        case _:
            guard let place = self["place"].flatMap({ Int($0) }) else {
                throw Problem.invalid([Fault("#/place", "должно быть числом", "must be a number")])
            }
            number = max(place, 1) - 1
        }
        if number <= 0 { return .first }
        return number >= others.count ? .last : .after(others[number - 1])
    }
}

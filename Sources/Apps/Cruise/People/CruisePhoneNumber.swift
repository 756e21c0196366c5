import Core

/// Phones of the app: `+7` and ten digits (decision 8).
enum CruisePhoneNumber {
    private static let lengthMax = 40
    private static let digitsCount = 10
    private static let separators = "+-() .\u{A0}\u{2011}"

    /// Any form with ten significant digits: `+7 (999) 123-45-67`, `89991234567`, `9991234567`; else nil.
    static func normalized(_ text: String) -> PhoneNumber? {
        guard text.utf8.count <= lengthMax else { return nil }
        var digits = ""
        for character in text {
            if character.isASCII, character.isNumber {
                digits.append(character)
            } else if !separators.contains(character) {
                return nil
            }
        }
        if digits.count == digitsCount + 1, let first = digits.first, "78".contains(first) {
            digits.removeFirst()
        }
        return digits.count == digitsCount ? PhoneNumber(kept: "+7\(digits)") : nil
    }
}

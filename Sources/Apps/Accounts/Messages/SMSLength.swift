/// The length of a text and the number of its SMS messages (3GPP TS 23.038 and 23.040).
struct SMSLength: Sendable, Hashable {
    /// The length of the text: septets of the GSM alphabet, or UTF-16 units if it has other letters.
    let places: Int
    let parts: Int
    /// The length that one message can have.
    let placesMax: Int

    init(_ text: String) {
        let septets = Self.septets(text)
        places = septets ?? text.utf16.count
        let (single, joined) = septets == nil ? (70, 67) : (160, 153)
        parts = places <= single ? (places == 0 ? 0 : 1) : (places + joined - 1) / joined
        placesMax = parts > 1 ? joined : single
    }

    /// The length in septets; nil if a letter is not in the alphabet.
    private static func septets(_ text: String) -> Int? {
        var count = 0
        for scalar in text.unicodeScalars {
            if basic.contains(scalar) {
                count += 1
            } else if extended.contains(scalar) {
                count += 2
            } else {
                return nil
            }
        }
        return count
    }

    private static let basic = Set(
        ("@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZ"
            + "ÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà").unicodeScalars
    )
    private static let extended = Set("^{}\\[~]|€\u{C}".unicodeScalars)
}

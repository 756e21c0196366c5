import Core

/// The rules of passwords, and a generator of new ones (accounts.md section 5).
enum AccountPassword {
    static let lengthMin = 6
    /// The length of a generated password: about 70 bits.
    private static let madeLength = 12
    /// Letters that cannot be taken for digits or each other.
    private static let letters = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"
    private static let digits = "23456789"
    /// Signs that need no escaping in a form, and that every SMS can carry.
    private static let signs = "-.!*"

    /// True if it has at least 6 characters, a digit, and a character that is not a letter, a digit or a space.
    static func isGood(_ password: String) -> Bool {
        lengthMin...Limits.passwordLengthMax ~= password.unicodeScalars.count
            && password.contains { $0.isASCII && $0.isNumber }
            && password.contains { !$0.isLetter && !$0.isNumber && !$0.isWhitespace }
            && password.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    /// A new random password.
    static func make(_ random: RandomBytes) -> String {
        while true {
            let password = random.characters(madeLength, of: letters + digits + signs)
            // A reader would take a sign at the end for the end of the sentence.
            if isGood(password), password.last?.isLetter ?? false, password.first?.isLetter ?? false {
                return password
            }
        }
    }
}

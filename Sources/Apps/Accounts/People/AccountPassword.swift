import Core

/// What a password must be, and new ones that are (accounts.md section 5).
enum AccountPassword {
    static let lengthMin = 6
    /// Of those that the server makes: about 70 bits.
    private static let madeLength = 12
    /// No letters that look like digits or each other.
    private static let letters = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"
    private static let digits = "23456789"
    /// Those that need no escaping in a form, and are in every SMS.
    private static let signs = "-.!*"

    /// At least 6 characters, a digit, and a character that is no letter, digit or space.
    static func isGood(_ password: String) -> Bool {
        lengthMin...Limits.passwordLengthMax ~= password.unicodeScalars.count
            && password.contains { $0.isASCII && $0.isNumber }
            && password.contains { !$0.isLetter && !$0.isNumber && !$0.isWhitespace }
            && password.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    /// A new one that nobody can guess.
    static func make(_ random: RandomBytes) -> String {
        while true {
            let password = random.characters(madeLength, of: letters + digits + signs)
            // A sign at the end would be taken for the end of the sentence.
            if isGood(password), password.last?.isLetter ?? false, password.first?.isLetter ?? false {
                return password
            }
        }
    }
}

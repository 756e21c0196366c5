import Storage

/// Refuses the passwords that an attacker would try first.
enum PasswordCheck {
    /// The fault of a password of the person with this address and name; nil if there is none.
    static func fault(_ password: String, email: String, name: String) -> Fault? {
        let (min, max) = (Limits.passwordLengthMin, Limits.passwordLengthMax)
        let trimmed = password.trimmed
        guard password.unicodeScalars.count <= max, trimmed.unicodeScalars.count >= min else {
            return Fault(
                "#/password",
                "должен быть от \(min) до \(max) символов, пробелы по краям не в счёт",
                "must have \(min) to \(max) characters, not counting blanks around them"
            )
        }
        let text = trimmed.composed.lowercased()
        guard !isOwn(text, email: email, name: name) else {
            return Fault(
                "#/password",
                "не должен состоять из своего имени или почты",
                "must not be made of one's own name or e-mail address"
            )
        }
        let signs = Array(text)
        guard !CommonPasswords.all.contains(text), !isRepetition(signs), !isSequence(signs) else {
            return Fault(
                "#/password",
                "слишком простой: такие подбирают первыми",
                "is too easy to guess: such are tried first"
            )
        }
        return nil
    }

    /// The characters that must be left of a password without the words of the name and the address.
    private static let ownRestMin = 6
    /// Shorter words of a name are ignored.
    private static let ownWordMin = 3
    /// The number of jumps in a sequence: `qwertyasdfgh` has one, `1qaz2wsx3edc` two.
    private static let jumpsMax = 2

    private static func isOwn(_ text: String, email: String, name: String) -> Bool {
        let words = "\(email) \(name)".lowercased().split { !$0.isLetter && !$0.isNumber }
            .filter { $0.count >= ownWordMin }.sorted { $0.count > $1.count }
        let rest = words.reduce(text) { $0.replacing($1, with: "") }
        return rest != text && rest.count(where: { $0.isLetter || $0.isNumber }) < ownRestMin
    }

    /// True for a repeated pattern: `aaaaaaaaaa`, `secret12secret12`.
    private static func isRepetition(_ signs: [Character]) -> Bool {
        (1...signs.count / 2).contains { length in
            signs.indices.allSatisfy { signs[$0] == signs[$0 % length] }
        }
    }

    /// True for consecutive characters of the alphabet, the digits or a keyboard: `1234567890`, `йцукенгшщз`.
    private static func isSequence(_ signs: [Character]) -> Bool {
        let jumps = zip(signs, signs.dropFirst()).count(where: { !isStep($0, $1) })
        return jumps <= jumpsMax
    }

    private static func isStep(_ sign: Character, _ next: Character) -> Bool {
        if sign == next || neighbours.contains([sign, next]) { return true }
        guard let one = sign.unicodeScalars.first?.value, let other = next.unicodeScalars.first?.value else {
            return false
        }
        return max(one, other) - min(one, other) == 1
    }

    private static let neighbours: Set<Set<Character>> = {
        let rows = [
            "`1234567890-=", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./", "йцукенгшщзхъ", "фывапролджэ",
            "ячсмитьбю", "1qaz", "2wsx", "3edc", "4rfv", "5tgb", "6yhn", "7ujm", "8ik", "9ol", "0p",
        ]
        return Set(rows.flatMap { row in zip(row, row.dropFirst()).map { Set([$0, $1]) } })
    }()
}

import Core
import Storage
import Testing

@testable import Apps

/// The rules of names, dates and documents, which users and passengers share.
struct PersonalDataTests {
    private static let citizenship = "00000000-0000-7000-8000-000000000001"

    private func rules(isWhole: Bool = false) throws -> PersonalData.Rules {
        PersonalData.Rules(
            today: try #require(CivilDate("2026-11-24")),
            isCitizenship: { $0 == Self.citizenship },
            isWhole: isWhole
        )
    }

    private func applied(_ bodies: [String: JSON]..., isWhole: Bool = false) throws -> PersonalData {
        var data = PersonalData()
        for body in bodies { try data.apply(body, try rules(isWhole: isWhole)) }
        return data
    }

    private func isTaken(_ name: String, _ value: JSON, isWhole: Bool = false) -> Bool {
        (try? applied([name: value], isWhole: isWhole)) != nil
    }

    // C102
    @Test func `names are letters, at most a hundred`() {
        for field in ["surname", "name", "patronymic"] {
            for name in ["Анна-Мария", "O'Brien", "Ёлка", "Иванов Петров", "José", "Оглы.", "Д’Артаньян"] {
                #expect(isTaken(field, .string(name)), "\(name)")
            }
            for name in ["Анна😀", "Анна@", "<b>", "Анна1", "--", "Анна\u{0}", "Ан\nна", "a_b", "№"] {
                #expect(!isTaken(field, .string(name)), "\(name)")
            }
            #expect(isTaken(field, .string(String(repeating: "я", count: 100))))
            #expect(!isTaken(field, .string(String(repeating: "я", count: 101))))
            #expect(!isTaken(field, 5) && !isTaken(field, ["a"]))
        }
    }

    @Test func `letters count once, however they are composed`() throws {
        let composed = String(repeating: "и\u{306}", count: 100)
        #expect(try applied(["name": .string(composed)]).name == String(repeating: "й", count: 100))
    }

    // C103
    @Test func `a birthday is neither in the future nor more than 120 years ago`() {
        for date in ["2026.11.24", "1906.11.24", "2026-11-23", "13.05.1990", "2024.02.29"] {
            #expect(isTaken("birthday", .string(date)), "\(date)")
        }
        for date in [
            "2026.11.25", "1906.11.23", "2026.02.30", "1990", "1990.5.13", "13/05/1990", "x", "1990.05.13Z",
        ] {
            #expect(!isTaken("birthday", .string(date)), "\(date)")
        }
        #expect(!isTaken("birthday", 19_900_513))
    }

    @Test func `a date is answered as it is sent`() throws {
        #expect(try applied(["birthday": "13.05.1990"]).members["birthday"] == "1990.05.13")
    }

    @Test func `sex is 1 or 2`() {
        #expect(isTaken("sex", 1) && isTaken("sex", 2) && isTaken("sex", "2") && isTaken("sex", .null))
        #expect(!isTaken("sex", 0) && !isTaken("sex", 3) && !isTaken("sex", "m"))
    }

    // C104
    @Test func `a Russian passport has 4 and 6 digits`() throws {
        for number in ["1234 567890", "1234567890", "12 34 567890"] {
            let data = try applied(["passp_type": 1, "passp_number": .string(number)])
            #expect(data.documentNumber == "1234 567890")
        }
        for number in ["1234 56789", "12345678901", "1234 56789a", "АБВГ 567890", "１２３４567890"] {
            #expect(throws: CruiseError.self) {
                try applied(["passp_type": 1, "passp_number": .string(number)])
            }
        }
        #expect(
            try applied(["passp_type": 1], ["passp_number": 1_234_567_890]).documentNumber == "1234 567890"
        )
    }

    // C104
    @Test func `a foreign document needs a citizenship`() throws {
        let document: [String: JSON] = ["passp_type": 4, "passp_number": "AB 123"]
        #expect(throws: CruiseError.self) { try applied(document) }
        #expect(throws: CruiseError.self) { try applied(["passp_type": 4], isWhole: true) }
        let known = try applied(document.merging(["citizenship_id": .string(Self.citizenship)]) { $1 })
        #expect(known.documentNumber == "AB 123" && known.citizenshipID == Self.citizenship)
        #expect(
            try applied(
                ["passp_type": 4],
                ["citizenship_id": .string(Self.citizenship)],
                ["passp_number": "7"]
            )
            .documentNumber == "7"
        )
        #expect(!isTaken("citizenship_id", "00000000-0000-7000-8000-000000000002"))
        #expect(!isTaken("citizenship_id", "x"))
    }

    // C104
    @Test func `there are four types of documents`() {
        for type in [1, 2, 3, 4] as [Int64] { #expect(isTaken("passp_type", .integer(type))) }
        #expect(!isTaken("passp_type", 0) && !isTaken("passp_type", 5) && !isTaken("passp_type", "x"))
    }

    @Test func `another type clears what belonged to the former one`() throws {
        let passport: [String: JSON] = [
            "passp_type": 1, "passp_number": "1234 567890", "passp_date": "2010.01.02",
            "passp_vidan": "ОВД №5",
        ]
        let other = try applied(passport, ["passp_type": 2])
        #expect(other.documentType == .travelPassport && other.documentNumber == nil)
        #expect(other.issuedOn == nil && other.issuer == nil)
        #expect(try applied(passport, ["passp_type": 1]).documentNumber == "1234 567890")
        let first = try applied(["passp_number": "12 3456789", "passp_vidan": "ОВД"], ["passp_type": 2])
        #expect(first.documentNumber == "12 3456789" && first.issuer == "ОВД")
    }

    @Test func `an empty value leaves what is filled in`() throws {
        let data = try applied(["name": "Анна", "sex": 2], ["name": "", "sex": .null], ["name": "  "])
        #expect(data.name == "Анна" && data.sex == 2)
    }

    @Test func `the authority has at most 200 characters`() {
        #expect(isTaken("passp_vidan", "ГУ МВД России по г. Москве (№ 5), «Центр»"))
        #expect(isTaken("passp_vidan", .string(String(repeating: "а", count: 200))))
        #expect(!isTaken("passp_vidan", .string(String(repeating: "а", count: 201))))
        #expect(!isTaken("passp_vidan", "ОВД 🚓") && !isTaken("passp_vidan", "a\nb"))
    }

    @Test func `unknown members and the phone are ignored`() throws {
        #expect(
            try applied(["phone": "+79990000000", "id": 5, "username": "x", "role": ["a"]]) == PersonalData()
        )
    }
}

import Core

extension Services {
    /// Writes down that somebody who may read people is shown names and addresses: of one person, or of a list.
    package func noteLook(at person: String? = nil, in list: String, _ context: StaffContext) async throws {
        guard context.author.may(.readPeople) else { return }
        try await LookLog(database: database, now: now).note(
            person == nil ? .peopleListed : .personSeen,
            subject: person,
            detail: ["list": .string(list)],
            by: context.author,
            address: context.address
        )
    }

    /// Writes down that somebody who may not read people asks whose a whole number is; throws where that is too often.
    package func noteLookUp(_ digits: String, in list: String, _ context: StaffContext) async throws {
        try await PhoneLookUps(database: database, now: now)
            .note(digits, in: list, by: context.author, address: context.address)
    }
}

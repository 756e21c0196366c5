import Core

extension Services {
    /// Audits that names and addresses are shown to an author who may read people: of one person, or of a list.
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

    /// Audits the look-up of a whole number without permission to read people; throws if there are too many.
    package func noteLookUp(_ digits: String, in list: String, _ context: StaffContext) async throws {
        try await PhoneLookUps(database: database, now: now)
            .note(digits, in: list, by: context.author, address: context.address)
    }
}

import Core
import Storage

/// The columns of a table of people: users and passengers have the same.
extension PersonalData {
    init(_ row: Row) throws(StorageError) {
        surname = try row.get("surname")
        name = try row.get("name")
        patronymic = try row.get("patronymic")
        sex = try row.get("sex")
        birthday = try row.get("birthday", as: String?.self).flatMap { CivilDate($0) }
        documentType = try row.get("passp_type", as: Int64?.self).flatMap { DocumentType(rawValue: $0) }
        documentNumber = try row.get("passp_number")
        issuedOn = try row.get("passp_date", as: String?.self).flatMap { CivilDate($0) }
        issuer = try row.get("passp_vidan")
        citizenshipID = try row.get("citizenship_id")
    }

    /// The assignments of an `UPDATE`.
    var assignments: SQL {
        """
        surname = \(surname), name = \(name), patronymic = \(patronymic), sex = \(sex),
        birthday = \(birthday?.description), passp_type = \(documentType?.rawValue),
        passp_number = \(documentNumber), passp_date = \(issuedOn?.description), passp_vidan = \(issuer),
        citizenship_id = \(citizenshipID)
        """
    }
}

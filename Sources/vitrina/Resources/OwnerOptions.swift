import ArgumentParser
import Core
import Web

/// The option that names the row that a list belongs to, `--project`; none if it belongs to no row.
///
/// The parser finds options by reflection, so this type reflects their definitions.
struct OwnerOptions<D: ResourceDeclaration>: ParsableArguments, CustomReflectable {
    private var given: String?

    init() {}

    init(from decoder: any Decoder) throws {
        guard let owner = D.resource.owner else { return }
        let container = try decoder.container(keyedBy: FilterKey.self)
        let key = FilterKey(stringValue: owner.name)
        given = try container.decode(Option<String?>.self, forKey: key).wrappedValue
    }

    var customMirror: Mirror {
        // The parser removes the underscore of the storage of a property wrapper.
        let owners = [D.resource.owner].compactMap(\.self)
        return Mirror(self, children: owners.map { ("_" + $0.name, $0.definition) })
    }

    /// The list, below the named row or the only one.
    func resource(_ session: Session) async throws -> Resource {
        guard let owner = D.resource.owner else { return D.resource }
        return D.resource.of(try await session.onlyRow(given, of: owner.list(), option: owner.name))
    }
}

extension ResourceOwner {
    fileprivate var definition: Any {
        let one = list().one
        let names: [NameSpecification.Element] = [.customLong(name)] + name.prefix(1).map { .customShort($0) }
        return Option<String?>(
            name: NameSpecification(names),
            help: ArgumentHelp(
                "\(one.ru); не нужно, если это одно.",
                "\(one.en); not needed where there is one.",
                valueName: "id"
            ),
            completion: .custom { words, _, _ in await Candidates.rows(words, of: list()) }
        )
    }
}

extension Session {
    /// The id of the named row of a list, or of its only row; `option` names a row.
    func onlyRow(_ given: String?, of list: Resource, option: String) async throws -> String {
        if let given { return given }
        let ids = try await api.all(list.address, pageSize: nil).compactMap(\.id).sorted()
        guard let first = ids.first else {
            throw Failure(
                .notFound,
                Problem.Kind.notFound.rawValue,
                Localized(
                    "\(list.title.ru): пусто. Начните с vitrina \(list.name) create.",
                    "\(list.title.en): there is none. Begin with vitrina \(list.name) create."
                )
            )
        }
        guard ids.count > 1 else { return first }
        let names = ids.joined(separator: ", ")
        throw Failure.usage(
            Localized(
                "Назовите \(list.one.ru.lowercased()): --\(option) \(first); есть \(names).",
                "Name the \(list.one.en.lowercased()), such as --\(option) \(first); there are \(names)."
            )
        )
    }
}

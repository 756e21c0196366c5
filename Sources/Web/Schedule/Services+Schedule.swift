import Core

extension Services {
    private var types: [ContentType] { modules.flatMap { $0.types }.map { $0.type } }

    package var releases: ReleaseStore { ReleaseStore(contents: contents, types: types) }
    package var dueChanges: DueChanges { DueChanges(contents: contents, types: types) }
    package var agenda: Agenda { Agenda(database: database) }
}

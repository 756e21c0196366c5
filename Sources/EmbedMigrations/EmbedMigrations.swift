import Foundation
import PackagePlugin

/// Compiles the SQL of `Migrations/` into the target, so that the executable needs no files beside it.
@main
struct EmbedMigrations: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let root = context.package.directoryURL
        let folder = root.appending(path: "Migrations")
        let files = try ["sqlite", "postgres"].flatMap { dialect in
            try FileManager.default.contentsOfDirectory(
                at: folder.appending(path: dialect),
                includingPropertiesForKeys: nil
            )
        }
        .filter { $0.pathExtension == "sql" }
        .sorted { $0.path < $1.path }

        let script = root.appending(path: "scripts/embed-migrations")
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedMigrations.swift")
        return [
            .buildCommand(
                displayName: "Embedding the migrations",
                executable: URL(filePath: "/bin/sh"),
                arguments: [script.path, output.path] + files.map(\.path),
                inputFiles: [script] + files,
                outputFiles: [output]
            )
        ]
    }
}

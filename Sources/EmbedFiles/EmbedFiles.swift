import Foundation
import PackagePlugin

/// Compiles a target's templates, styles, scripts and pictures into it; the executable needs no other files.
@main
struct EmbedFiles: BuildToolPlugin {
    private static let kinds: Set = ["css", "js", "json", "mustache", "svg"]

    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let script = context.package.directoryURL.appending(path: "scripts/embed-files")
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
        let all = FileManager.default.enumerator(at: target.directoryURL, includingPropertiesForKeys: nil)
        let files = (all?.compactMap { $0 as? URL } ?? [])
            .filter { Self.kinds.contains($0.pathExtension) }
            .sorted { $0.path < $1.path }
        return [
            .buildCommand(
                displayName: "Embedding the files of \(target.name)",
                executable: URL(filePath: "/bin/sh"),
                arguments: [script.path, output.path] + files.map(\.path),
                inputFiles: [script] + files,
                outputFiles: [output]
            )
        ]
    }
}

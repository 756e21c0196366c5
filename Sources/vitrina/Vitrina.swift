import Apps
import ArgumentParser
@main struct Vitrina: AsyncParsableCommand { func run() async throws { print("hi") } }

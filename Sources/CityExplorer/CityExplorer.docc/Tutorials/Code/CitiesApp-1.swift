import SwiftUI

@main
struct CitiesApp: App {
  var body: some Scene {
    WindowGroup {
      Text("Cities")
    }
  }
}

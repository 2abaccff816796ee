import Logging

extension LogEvent {
  /// The record's metadata over that of its logger, which in turn is over what the provider adds, sorted by key.
  func metadata(
    over handler: Logger.Metadata, provider: Logger.MetadataProvider?
  ) -> [(key: String, value: Logger.MetadataValue)] {
    var merged = provider?.get() ?? [:]
    merged.merge(handler) { $1 }
    merged.merge(metadata ?? [:]) { $1 }
    if let error { merged["error"] = "\(error)" }
    return merged.sorted { $0.key < $1.key }
  }
}

import PlanNotation
import TerminalUI
import Text
package import WorkoutModel
package import WorkoutPresentation

/// The profile of a workout as an SVG 1.1 file without external references.
package struct ProfileDrawing {
  private let plan: ReadPlan
  private let units: DisplayUnits
  private let profile: Profile
  private let heights: PaceHeights
  private let paces: [PaceScale.Mark]

  package init(_ plan: ReadPlan, units: DisplayUnits) {
    self.plan = plan
    self.units = units
    heights = PaceHeights(plan.workout.plan)
    paces = heights.fastest.map { PaceScale.marks(upTo: $0, in: units.pace) } ?? []
    let columns = Self.perPixel * Int(Self.right - (paces.isEmpty ? Self.narrowLeft : Self.wideLeft))
    profile = Profile(
      plan.workout.timeline, columns: columns, openColumns: Self.perPixel * Self.openWidth, height: heights.height)
  }

  /// The whole file.
  package var svg: String {
    let size = "width=\"\(Self.width)\" height=\"\(Self.height)\" viewBox=\"0 0 \(Self.width) \(Self.height)\""
    let head = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<svg xmlns="http://www.w3.org/2000/svg" version="1.1" \#(size) font-family="system-ui, sans-serif">"#,
      "<title>\(title.safeForTerminal.escapedAsXML)</title>",
      "<desc>\(description.safeForTerminal.escapedAsXML)</desc>",
      ProfileStyle.element(for: kinds),
      #"<rect class="paper" width="\#(Self.width)" height="\#(Self.height)"/>"#,
      text(title.cut(to: Self.maxTitleColumns), x: Self.narrowLeft, y: 30, #"font-size="18" font-weight="bold""#),
      text(totals, x: Self.narrowLeft, y: 52, #"font-size="13""#),
    ]
    let bars = profile.stretches.indices.map(bar)
    let lines: [String] = head + bars + paceLines + axis + legend + ["</svg>", ""]
    return lines.joined(separator: "\n")
  }

  // MARK: Measures, in pixels

  /// The number of columns of the profile for each pixel of width; intervals narrower than a column share a bar.
  private static let perPixel = 10
  private static let (width, height) = (960, 336)
  private static let (narrowLeft, wideLeft, right) = (16.0, 84.0, 944.0)
  private static let (top, bottom) = (76.0, 276.0)
  private static let openWidth = 40
  private static let maxTitleColumns = 70
  private static let maxDescriptionColumns = 400

  private var left: Double { paces.isEmpty ? Self.narrowLeft : Self.wideLeft }

  private func x(_ time: Duration) -> Double { left + time / profile.span * (Self.right - left) }

  private func y(_ height: Double) -> Double { Self.bottom - height * (Self.bottom - Self.top) }

  // MARK: Words

  private var title: String { plan.title ?? plan.workout.plan.name }

  private var totals: String {
    let totals = plan.totals
    let extent = profile.extent.caption(of: totals).map { "shown: \($0)" }
    return [
      totals.timeWords, totals.distance.text(in: units.distance), totals.averageMetresPerSecond.map(units.pace.text),
      totals.intervalWords, extent,
    ].compactMap(\.self).joined(separator: " · ")
  }

  private var description: String {
    let notation = plan.workout.plan.notation.cut(to: Self.maxDescriptionColumns)
    let faint = isMixed ? " Faint bars have no pace." : ""
    return "\(notation). \(totals). Width is time, height is pace, colour is the kind of interval.\(faint)"
  }

  /// Whether some timed intervals have paces and others do not.
  private var isMixed: Bool { profile.stretches.contains(where: lacksPace) }

  /// Whether the scale of paces does not apply to the height of a bar, because the interval of the bar has no pace.
  private func lacksPace(_ stretch: Profile.Stretch) -> Bool {
    !paces.isEmpty && stretch.interval.interval.pace == nil && stretch.interval.duration != nil
  }

  private var kinds: [Kind] {
    let kinds = Set(plan.workout.plan.intervals.map(\.kind))
    return Kind.allCases.filter(kinds.contains)
  }

  /// The tooltip of a bar: `Run 30 s @11:30/mi: tall, 0:30, from 5:00`.
  private func words(for stretch: Profile.Stretch) -> String {
    let interval = stretch.interval
    var words = interval.phrase(in: units.distance).capitalizedFirst
    if let pace = interval.interval.pace { words += " @\(units.text(pace))" }
    if let label = interval.interval.label { words += ": \(label)" }
    if stretch.count > 1 { words = "\(stretch.count) intervals up to: \(words)" }
    if !stretch.hasOpen { words += ", \(stretch.width.clockText())" }
    let isKnown = profile.firstOpen.map { stretch.start <= $0 } ?? true
    return isKnown ? "\(words), from \(stretch.start.clockText())" : words
  }

  // MARK: Elements

  private func bar(_ index: Int) -> String {
    let stretch = profile.stretches[index]
    let x = x(stretch.start)
    var width = self.x(stretch.end) - x
    if index + 1 < profile.stretches.count, profile.stretches[index + 1].looksLike(stretch) {
      // A gap separates equal intervals.
      width -= min(1, width / 4)
    }
    let y = y(stretch.height)
    let mark = stretch.interval.duration == nil ? " open" : lacksPace(stretch) ? " paceless" : ""
    let classes = stretch.interval.kind.rawValue + mark
    return #"<rect class="\#(classes)" \#(box(x, y, width, Self.bottom - y))>"#
      + "<title>\(words(for: stretch).safeForTerminal.escapedAsXML)</title></rect>"
  }

  private var paceLines: [String] {
    paces.flatMap { mark in
      let y = y(mark.height)
      return [
        line(left, y, Self.right, y),
        text(mark.text, x: left - 8, y: y + 4, #"font-size="12" text-anchor="end""#),
      ]
    }
  }

  private var axis: [String] {
    let marks = TimeAxis.marks(of: profile, maxCount: Self.maxTimes) {
      label(of: $0).upperBound + Self.labelGap <= label(of: $1).lowerBound
    }
    return [line(left, Self.bottom, Self.right, Self.bottom)]
      + marks.flatMap { mark in
        let x = x(mark)
        let range = label(of: mark)
        let anchor = range.lowerBound == x ? "start" : range.upperBound == x ? "end" : "middle"
        return [
          line(x, Self.bottom, x, Self.bottom + 5),
          text(mark.clockText(), x: x, y: Self.bottom + 19, #"font-size="12" text-anchor="\#(anchor)""#),
        ]
      }
  }

  /// Returns the horizontal range of the label of a time; the label is centred, except at the edges.
  private func label(of mark: Duration) -> ClosedRange<Double> {
    let x = x(mark)
    let width = Double(mark.clockText().columns) * Self.characterWidth
    if mark == .zero { return x...x + width }
    return x + width / 2 > Self.right ? x - width...x : x - width / 2...x + width / 2
  }

  private static let maxTimes = 12
  /// The maximum width of a character of the labels.
  private static let characterWidth = 7.5
  private static let labelGap = 10.0

  /// The legend; empty if the drawing has only one colour.
  private var legend: [String] {
    guard kinds.count > 1 else { return [] }
    var x = left
    return kinds.flatMap { kind in
      let name = kind == .interval ? "other" : kind.phrase
      defer { x += 36 + Double(name.columns) * 7 }
      return [
        #"<rect class="\#(kind.rawValue)" \#(box(x, Self.bottom + 36, 12, 12))/>"#,
        text(name, x: x + 18, y: Self.bottom + 46, #"font-size="12""#),
      ]
    }
  }

  private func text(_ text: String, x: Double, y: Double, _ attributes: String) -> String {
    #"<text x="\#(number(x))" y="\#(number(y))" \#(attributes)>\#(text.safeForTerminal.escapedAsXML)</text>"#
  }

  private func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> String {
    #"<line x1="\#(number(x1))" y1="\#(number(y1))" x2="\#(number(x2))" y2="\#(number(y2))"/>"#
  }

  private func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> String {
    #"x="\#(number(x))" y="\#(number(y))" width="\#(number(width))" height="\#(number(height))""#
  }

  private func number(_ value: Double) -> String { shortestText((value * 100).rounded() / 100) }
}

extension Profile.Stretch {
  fileprivate func looksLike(_ other: Self) -> Bool { interval.kind == other.interval.kind && height == other.height }
}

/// The colours of a profile on light and dark backgrounds.
///
/// The picture has its own background, because a viewer with a dark colour scheme may still show the picture on white.
enum ProfileStyle {
  /// The style sheet with the colours of the kinds.
  static func element(for kinds: [Kind]) -> String {
    let (light, dark) = (kinds.map { rule($0, \.onLight) }, kinds.map { rule($0, \.onDark) })
    return """
      <style type="text/css">
      .paper { fill: #ffffff; } text { fill: #2e3436; }
      line { stroke: #7d879c; stroke-opacity: 0.5; } .open, .paceless { fill-opacity: 0.4; }
      \(light.joined(separator: " "))
      @media (prefers-color-scheme: dark) {
      .paper { fill: #1e2228; } text { fill: #e6e9ef; }
      \(dark.joined(separator: " "))
      }
      </style>
      """
  }

  private static func rule(_ kind: Kind, _ shade: KeyPath<Ink, Colour>) -> String {
    ".\(kind.rawValue) { fill: #\(kind.ink[keyPath: shade].hexadecimal); }"
  }
}

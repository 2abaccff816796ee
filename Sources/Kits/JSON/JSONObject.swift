extension JSONValue {
  /// Members of a JSON object, in ascending order of the bytes of their keys.
  ///
  /// Keys are equal if their bytes are equal. Swift compares strings in a normalized form of Unicode, and needs
  /// quadratic time to normalize a long series of combining marks.
  ///
  /// The members are in a sorted array instead of a dictionary, because most objects have few members, are written in
  /// this order, and are read once.
  package struct Object: Sendable {
    package typealias Element = (key: String, value: JSONValue)

    private var members: [Element]

    /// Sorts members by key; if a key occurs twice, the later member counts.
    init(sorting members: [Element]) {
      self.members = members
      // The sort of the standard library is stable.
      self.members.sort { $0.key.order($1.key) < 0 }
      removeEarlierDuplicates()
    }

    private mutating func removeEarlierDuplicates() {
      guard members.indices.dropFirst().contains(where: { members[$0].key.order(members[$0 - 1].key) == 0 }) else {
        return
      }
      var unique: [Element] = []
      for member in members {
        if unique.last?.key.order(member.key) == 0 { unique.removeLast() }
        unique.append(member)
      }
      members = unique
    }

    /// Makes an object of members that are already in ascending order of their keys.
    init(sorted members: [Element]) {
      self.members = members
    }

    package init(uniqueKeysWithValues members: some Sequence<(String, JSONValue)>) {
      let members = Array(members)
      self.init(sorting: members.map { (key: $0.0, value: $0.1) })
      precondition(self.members.count == members.count, "an object contains a key twice")
    }

    /// Allocates memory for a number of members.
    mutating func reserveCapacity(_ count: Int) { members.reserveCapacity(count) }

    package var keys: [String] { members.map(\.key) }

    package var values: [JSONValue] { members.map(\.value) }

    /// The value of a key; nil if the object does not contain the key.
    ///
    /// Assigning nil removes the member.
    package subscript(key: String) -> JSONValue? {
      get {
        let (index, isPresent) = position(of: key)
        guard isPresent else { return nil }
        return members[index].value
      }
      set {
        switch (position(of: key), newValue) {
        case ((let index, true), let value?): members[index].value = value
        case ((let index, true), nil): members.remove(at: index)
        case ((let index, false), let value?): members.insert((key, value), at: index)
        case ((_, false), nil): break
        }
      }
    }

    /// Removes a member and returns its value; returns nil if the object does not contain the member.
    package mutating func removeValue(forKey key: String) -> JSONValue? {
      let (index, isPresent) = position(of: key)
      guard isPresent else { return nil }
      return members.remove(at: index).value
    }

    /// Finds the index of a key, or the index at which the key would be inserted, by binary search.
    func position(of key: String) -> (index: Int, isPresent: Bool) {
      var range = members.indices
      let bytes = key.utf8Span.span
      while !range.isEmpty {
        let middle = range.lowerBound + range.count / 2
        let order = members[middle].key.utf8Span.span.order(bytes)
        if order == 0 { return (middle, true) }
        range = order < 0 ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
      }
      return (range.lowerBound, false)
    }

    package func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Object {
      Object(sorted: try members.filter(isIncluded))
    }

    /// Combines the members of this object with the members of another object.
    ///
    /// If both objects contain a key, `combine` gets the value in this object and the value in the other object.
    package func merging(_ other: Object, uniquingKeysWith combine: (JSONValue, JSONValue) -> JSONValue) -> Object {
      var merged = self
      for (key, value) in other { merged[key] = merged[key].map { combine($0, value) } ?? value }
      return merged
    }
  }
}

extension JSONValue.Object: RandomAccessCollection {
  package var startIndex: Int { members.startIndex }
  package var endIndex: Int { members.endIndex }
  package subscript(position: Int) -> Element { members[position] }
}

extension JSONValue.Object: Equatable {
  package static func == (one: Self, other: Self) -> Bool { one.members.elementsEqual(other.members, by: ==) }
}

extension JSONValue.Object: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(uniqueKeysWithValues: elements)
  }
}

extension String {
  /// Compares the bytes of two texts.
  ///
  /// - Returns: A negative number if the bytes of this text precede the bytes of `other`, zero if the bytes are equal,
  ///   otherwise a positive number.
  func order(_ other: String) -> Int { utf8Span.span.order(other.utf8Span.span) }
}

extension Span<UInt8> {
  /// Compares bytes; the result has the same meaning as that of `String.order(_:)`.
  fileprivate func order(_ other: Span<UInt8>) -> Int {
    for index in 0..<Swift.min(count, other.count) where self[index] != other[index] {
      return self[index] < other[index] ? -1 : 1
    }
    return count - other.count
  }
}

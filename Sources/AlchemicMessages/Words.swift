import AlchemicCore

/// The words of the messages of all problems.
///
/// An entry has the name of a fact, and what its message says:
///
/// ```
/// no-match if detail
///   Nothing produces $wanted.
///   → correct the criteria, or request an optional
/// ```
///
/// An entry without a sentence has that of the id. Several names may have one entry. `$name` stands
/// for a text of the problem: see ``Problem/value(of:_:)``. The name of a fact may be followed by a
/// condition: see ``Problem/meets(_:_:)``. The first entry counts whose condition the problem
/// meets.
enum Words {
  /// All lines. The texts of the tables are constants, without code or addresses for each entry.
  static let lines =
    "\(ofRequests)\n\(ofDeclarations)\n\(ofCreations)\n\(ofLife)\n\(ofWarnings)\n\(ofNotes)"
    .split(separator: "\n")
}

extension Problem {
  /// Returns the sentence that says what is wrong, or the remedy.
  ///
  /// - Parameter detail: The problem's ``detail``, as a message shows it.
  func words(isRemedy: Bool, _ detail: String) -> String {
    var text = words(fact.words, isRemedy, detail)
    if isRemedy, fact.isUnlessCriteria { text += words("unless-criteria", true, detail) }
    return text
  }

  private func words(_ name: String, _ isRemedy: Bool, _ detail: String) -> String {
    let id = id.rawValue
    var (isFound, hasSentence) = (false, false)
    for line in Words.lines {
      if hasSentence, !line.hasPrefix(" ") {
        // A note without a remedy.
        return ""
      } else if !isFound {
        isFound = line.hasPrefix(name) && meets(String(line.dropFirst(name.utf8.count)), detail)
      } else if isRemedy, line.hasPrefix("  → ") {
        return filled(line.dropFirst(4), detail)
      } else if line.hasPrefix("  → ") {
        // The entry has no sentence: that of the id, which follows its entries with conditions.
        if name != id { return words(id, false, detail) }
        isFound = false
      } else if line.hasPrefix("  ") {
        if !isRemedy { return filled(line.dropFirst(2), detail) }
        hasSentence = true
      }
    }
    return ""
  }

  /// Returns whether the problem meets the condition that follows the name of its fact, if any: it
  /// has a text of this name, or what the name says is true.
  private func meets(_ condition: String, _ detail: String) -> Bool {
    if condition.isEmpty { return true }
    let name = String(condition.dropFirst(4))
    if let text = value(of: name, detail) { return !text.isEmpty }
    return if isSame(name, "several") {
      fact.first.utf8.contains(0x2C)
    } else if isSame(name, "candidates") {
      !candidates.isEmpty
    } else if isSame(name, "two") {
      candidates.count == 2
    } else if isSame(name, "templates") {
      !candidates.isEmpty && candidates.allSatisfy(\.isTemplate)
    } else if isSame(name, "primaries") {
      candidates.allSatisfy(\.isPrimary)
    } else if isSame(name, "renamed") {
      product != subject
    } else if isSame(name, "read") {
      path.first?.form == .property
    } else if isSame(name, "invoked") {
      path.contains { $0.form == .invocation }
    } else if isSame(name, "property") {
      subject == "A property" || subject.contains(".") && !subject.hasPrefix("Alchemic.")
    } else {
      false
    }
  }

  /// Returns a text with the values of its placeholders.
  private func filled(_ template: Substring, _ detail: String) -> String {
    var text = ""
    for part in template.split(separator: "$", omittingEmptySubsequences: false) {
      let name = part.prefix { $0.isLetter }
      if text.isEmpty, part.startIndex == template.startIndex {
        text = String(part)
      } else if let value = value(of: String(name), detail) {
        text += value + part.dropFirst(name.count)
      } else {
        // Part of the text, as in `$0.register`.
        text += "$" + part
      }
    }
    return text
  }

  /// Returns the text for which a placeholder stands; nil for other names.
  private func value(of name: String, _ detail: String) -> String? {
    return if isSame(name, "subject") {
      subject
    } else if isSame(name, "detail") {
      detail
    } else if isSame(name, "wanted") {
      detail.isEmpty ? "'\(subject)'" : "'\(subject)' with \(detail)"
    } else if isSame(name, "product") {
      product
    } else if isSame(name, "count") {
      "\(candidates.count)"
    } else if isSame(name, "last") {
      candidates.last?.name ?? ""
    } else if isSame(name, "host") {
      String(path.first?.subject.prefix { $0 != "." } ?? "")
    } else if isSame(name, "call") {
      asynchronousForm
    } else if isSame(name, "first") {
      Wording.shown(fact.first, limit: 2000)
    } else if isSame(name, "second") {
      Wording.shown(fact.second, limit: 2000)
    } else {
      nil
    }
  }

  /// The product type that the problem is about, even if the factory has another name.
  private var product: String { candidates.first?.type ?? subject }

  /// The asynchronous function to call instead.
  private var asynchronousForm: String {
    switch path.map(\.form).first(where: { $0 == .invocation || $0 == .provider }) {
    case .invocation: "AcInvokeAsync(…)"
    case .provider: "provider.callAsync(…)"
    case .argument, .property, .other, nil: "AcGetAsync()"
    }
  }
}

/// Compares two names. A `switch` has more code for each.
@inline(never)
private func isSame(_ name: String, _ other: String) -> Bool { name == other }

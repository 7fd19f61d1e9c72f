public import ContactModel

extension VCardWriter {
  /// Appends a card as it came, with those lines changed of which the value has changed.
  ///
  /// Every line that says what it said stays to the last byte: its place, group, parameters, folds
  /// and line end, whether the model knows it or not. A changed value takes the place of the old
  /// one and keeps the parameters that still hold. A removed value goes with the lines of its label
  /// and country code. A new one comes before the end of the card, or before the entry it stands
  /// before. A photo that a stored card only names by its hash is put back, folded anew.
  ///
  /// The card is written as ``write(_:version:photo:into:)`` does, with the parameters that the model
  /// does not know where the version allows them, in another version than its own; in its own, if that
  /// is asked for and something of the card had to be guessed (no charset that fits, a line without a
  /// colon) or is not in UTF-8; and where the card as it came cannot be read.
  ///
  /// The card's frame is mended: an `END` that is missing is added. Line ends stay as they are.
  /// That an entry is preferred stays, as a record does not say it.
  ///
  /// - Parameters:
  ///   - original: The card as it came: the bytes that were imported, or those with a photo's
  ///     octets replaced by `sha256:HASH;BYTES;TYPE`.
  ///   - version: The version to write; `nil` for the card's own.
  ///   - addsUID: Whether a card that came without an identifier gets that of `card`.
  ///   - photo: Gives the octets of a stored photo.
  /// - Complexity: Linear in what is read and written.
  public static func write(
    _ card: Card, original: [UInt8], version: VCardVersion? = nil, addsUID: Bool = false,
    photo: (BlobReference) -> [UInt8]? = { _ in nil }, into output: inout [UInt8]
  ) {
    let isCopy =
      version == nil
      && CardRewriter.isUnedited(card, original: original, addsUID: addsUID, photo: photo)
    if isCopy {
      output += original
      if let last = original.last, !last.isLineEnd { output += LineEdits.lineEnd(original) }
      return
    }
    withoutActuallyEscaping(photo) { photo in
      guard
        var rewriter = CardRewriter(card, original: original, addsUID: addsUID, photo: photo)
      else {
        write(card, version: version ?? .v3, photo: photo, into: &output)
        return
      }
      let isKept = version == nil || version == rewriter.version && !rewriter.isGuessed
      if isKept, let bytes = rewriter.run() {
        output += bytes
      } else {
        rewriter.convert(to: version ?? rewriter.version, into: &output)
      }
    }
  }
}

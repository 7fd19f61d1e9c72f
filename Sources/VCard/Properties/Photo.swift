import ContactModel

extension CardProperty {
  /// `PHOTO` (RFC 6350 section 6.2.4): the octets inside the card, or a reference to octets that
  /// the store has.
  ///
  /// An address is kept as an unknown line and never fetched.
  static let photo = CardProperty(["PHOTO"], .address) { line, builder in
    guard !line.isEmpty else { return }
    guard var payload = payload(line) else {
      builder.keep(line)
      return
    }
    // Folds of two blanks leave one of them.
    while let first = payload.first, line.bytes[first].isBlank { payload.removeFirst() }
    guard !payload.isEmpty else { return }
    if line.bytes.hasWord("SHA256:", at: payload.lowerBound),
      let reference = PhotoPlaceholder.reference(line.plain(payload))
    {
      if builder.card.photo == nil || builder.card.photo == .reference(reference) {
        builder.claim(.photo)
        builder.card.photo = .reference(reference)
        builder.photoPayload = payload
      } else {
        builder.keep(line)
      }
      return
    }
    guard builder.card.photo == nil else {
      builder.keep(line)
      return
    }
    let tooLarge = CardFailure(
      line: line.line.number, property: "PHOTO",
      reason: "a photo of more than \(builder.limits.photoBytes) bytes")
    // Blanks in it may make it look larger, by a little.
    guard payload.count / 8 * 3 <= builder.limits.photoBytes else {
      builder.failure = tooLarge
      return
    }
    guard let bytes = Base64.decode(line.bytes, payload), !bytes.isEmpty else {
      builder.warn(.badPhoto, line, "no base64; kept as an unknown line")
      builder.keep(line, isText: true)
      return
    }
    guard bytes.count <= builder.limits.photoBytes else {
      builder.failure = tooLarge
      return
    }
    guard let mediaType = MediaType.ofImage(bytes) else {
      builder.warn(.badPhoto, line, "no image; kept as an unknown line")
      builder.keep(line)
      return
    }
    builder.claim(.photo)
    builder.photoPayload = payload
    builder.card.photo = .data(bytes, mediaType: mediaType, source: line.line.source)
  } write: { card, output in
    let (mediaType, payload): (String, [UInt8])
    switch card.photo {
    case .data(let bytes, let type, _): (mediaType, payload) = (type, base64(bytes))
    case .reference(let reference):
      mediaType = reference.mediaType
      payload =
        output.photo.map(base64) ?? Array(PhotoPlaceholder.text(reference).utf8)
    case nil: return
    }
    let value = String(decoding: payload, as: UTF8.self)
    guard output.version != .v4 else {
      output.raw("PHOTO", "data:\(mediaType);base64,\(value)")
      return
    }
    let type = MediaType.shortName(mediaType)
    let encoding = output.version == .v21 ? "BASE64" : "b"
    var parameters = [CardOutput.Parameter("ENCODING", encoding)]
    if !type.isEmpty { parameters.append(.init("TYPE", type)) }
    output.raw("PHOTO", parameters, value)
  }

  /// Where the encoded octets stand in the line; `nil` when the value is an address.
  private static func payload(_ line: borrowing ContentLine) -> Range<Int>? {
    let value = line.head.value
    let isData = line.bytes.hasWord("DATA:", at: value.lowerBound)
    // `PHOTO;DATA:IMAGE/JPEG;BASE64,...`: a semicolon where the colon should be.
    let isMarred = line.bytes.hasWord("IMAGE/", at: value.lowerBound)
    if isData || isMarred {
      var comma = value.lowerBound
      while comma < value.upperBound, line.bytes[comma] != ASCII.comma { comma += 1 }
      let type = line.plain(value.lowerBound..<comma).lowercased()
      guard comma < value.upperBound, type.contains(";base64") else { return nil }
      return comma + 1..<value.upperBound
    }
    if line.head.encoding == .base64 { return value }
    return line.bytes.hasWord("SHA256:", at: value.lowerBound) ? value : nil
  }

  private static func base64(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    Base64.encode(bytes, into: &output)
    return output
  }
}

/// What stands in a stored card in place of a photo's octets: `sha256:HASH;BYTES;TYPE`.
enum PhotoPlaceholder {
  /// The reference that a placeholder names.
  static func reference(_ text: String) -> BlobReference? {
    guard text.hasPrefix("sha256:") else { return nil }
    let parts = text.dropFirst(7).split(
      separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let hash = ContentHash(hex: parts[0]), let count = Int(parts[1]),
      count >= 0
    else { return nil }
    return BlobReference(hash: hash, byteCount: count, mediaType: String(parts[2]))
  }

  /// The placeholder for a reference.
  static func text(_ reference: BlobReference) -> String {
    "sha256:\(reference.hash.hex);\(reference.byteCount);\(reference.mediaType)"
  }
}

import CAddressBook
import FileSystem
import Foundation
import TestSupport
import Testing

/// Thumbnails as programs get them; what the helper makes of which file is tested with it.
@Suite(.temporaryDirectory) struct ThumbnailTests {
  private func thumbnail(_ person: AnyObject?) -> Data? {
    data(ABPersonCopyImageDataWithFormat(person, kABPersonImageFormatThumbnail))
  }

  private func size(ofJPEG data: Data?) -> (Int, Int)? {
    guard let data, data.starts(with: [0xFF, 0xD8]), let frame = data.range(of: Data([0xFF, 0xC0]))
    else { return nil }
    let numbers = data[frame.upperBound + 3..<frame.upperBound + 7].map { Int($0) }
    return (numbers[2] << 8 | numbers[3], numbers[0] << 8 | numbers[1])
  }

  #if Thumbnails
    @Test func `a thumbnail is a small square JPEG file, before and after the save`() throws {
      let book = try TestBook()
      let person = newPerson("Ada")
      let image = Images.grayPNG(width: 900, height: 500)
      #expect(ABPersonSetImageData(person, core(image), nil) == true)
      #expect(size(ofJPEG: thumbnail(person)) ?? (0, 0) == (320, 320), "unsaved")
      book.add(person)
      book.save()
      let first = thumbnail(person)
      #expect(size(ofJPEG: first) ?? (0, 0) == (320, 320))
      #expect(thumbnail(person) == first)
      #expect(data(ABPersonCopyImageData(person)) == image, "the original is what was set")
      ABPersonSetImageData(person, core(Images.grayPNG(width: 100, height: 40)), nil)
      #expect(size(ofJPEG: thumbnail(person)) ?? (0, 0) == (40, 40), "of the new image, as it is")
      ABPersonRemoveImageData(person, nil)
      #expect(thumbnail(person) == nil)
    }

    @Test func `hostile images have no thumbnail and do no harm`() throws {
      let book = try TestBook()
      var bomb = Images.grayPNG(width: 8, height: 8)
      bomb.replaceSubrange(16..<24, with: [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30])
      let garbage = Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data((0..<5000).map { UInt8($0 & 0xFF) })
      let cut = Images.grayPNG(width: 400, height: 400).prefix(60)
      for image in [bomb, garbage, cut, Images.jpeg] {
        let person = book.person("Mallory")
        #expect(ABPersonSetImageData(person, core(image), nil) == true)
        #expect(thumbnail(person) == nil)
        book.save()
        #expect(thumbnail(person) == nil)
        #expect(ABPersonHasImageData(person) == true)
        #expect(data(ABPersonCopyImageData(person)) == image)
      }
    }

    @Test func `many threads ask at once`() async throws {
      let book = try TestBook()
      let person = book.person("Ada")
      ABPersonSetImageData(person, core(Images.grayPNG(width: 64, height: 64)), nil)
      nonisolated(unsafe) let shared = person
      await withTaskGroup(of: Data?.self) { group in
        for _ in 0..<8 {
          group.addTask {
            data(ABPersonCopyImageDataWithFormat(shared, kABPersonImageFormatThumbnail))
          }
        }
        for await made in group { #expect(size(ofJPEG: made) ?? (0, 0) == (64, 64)) }
      }
    }
  #else
    @Test func `without the trait the thumbnail is the original`() throws {
      let person = newPerson("Ada")
      let image = Images.grayPNG(width: 900, height: 500)
      ABPersonSetImageData(person, core(image), nil)
      #expect(thumbnail(person) == image)
    }
  #endif

  // MARK: - The helper

  private func shell(_ script: String, milliseconds: Int, input: [UInt8] = []) -> [UInt8]? {
    Helper("/bin/sh").run(
      ["-c", script], input: input, outputLimit: 1 << 20, milliseconds: milliseconds)
  }

  @Test func `a helper reads all and answers`() {
    let input = [UInt8](repeating: 7, count: 3 << 20)
    #expect(
      shell("wc -c", milliseconds: 20_000, input: input).map { String(decoding: $0, as: UTF8.self) }
        == "3145728\n")
    #expect(
      Helper("/no/such/program").run([], input: [], outputLimit: 1, milliseconds: 1000) == nil)
  }

  @Test func `a helper that hangs is killed, and one that dies early is no harm`() {
    let start = ContinuousClock.now
    #expect(shell("exec sleep 60", milliseconds: 200) == nil)
    #expect(ContinuousClock.now - start < .seconds(20))
    let input = [UInt8](repeating: 7, count: 3 << 20)
    #expect(shell("exit 1", milliseconds: 20_000, input: input)?.isEmpty ?? true)
    #expect(shell("kill -9 $$", milliseconds: 20_000, input: input)?.isEmpty ?? true)
    #expect(shell("exec yes", milliseconds: 20_000, input: input) == nil, "too long an answer")
  }

  @Test func `a helper inherits neither files nor environment`() throws {
    let file = try FileHandle(forReadingFrom: URL(filePath: "/dev/null"))
    let answer = shell("ls /proc/self/fd | wc -l; echo \"$HOME\"", milliseconds: 20_000)
    // Three streams and the one that `ls` reads the folder with.
    #expect(answer.map { String(decoding: $0, as: UTF8.self) } == "4\n\n")
    try file.close()
  }
}

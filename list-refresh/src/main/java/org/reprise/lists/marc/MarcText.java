package org.reprise.lists.marc;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/** A record's text, in one of the two codings that a leader can name. */
sealed interface MarcText permits MarcText.Utf8, Marc8 {
  /** Decodes bytes that came as one character each; throws InvalidMarc for another coding's. */
  String of(String bytes);

  /**
   * The coding that a leader names.
   *
   * @param coding its position 9
   * @param record whose text is checked whole, where the coding allows it
   * @throws InvalidMarc when the text is not in that coding, or there is none of that name
   */
  static MarcText of(char coding, byte[] record) {
    return switch (coding) {
      case 'a' -> Utf8.checked(record);
      case ' ' -> new Marc8();
      default -> throw new InvalidMarc(9, "the leader names no coding of characters");
    };
  }

  record Utf8() implements MarcText {
    private static Utf8 checked(byte[] record) {
      ByteBuffer bytes = ByteBuffer.wrap(record);
      CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
      CoderResult result = decoder.decode(bytes, CharBuffer.allocate(record.length), true);
      if (result.isError()) {
        throw new InvalidMarc(bytes.position(), "its text is not UTF-8, as its leader says");
      }
      return new Utf8();
    }

    @Override
    public String of(String bytes) {
      return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }
  }
}

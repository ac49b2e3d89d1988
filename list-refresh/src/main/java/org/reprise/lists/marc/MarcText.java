package org.reprise.lists.marc;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

/** The two codings of a record's text that a leader can name. */
final class MarcText {
  private MarcText() {}

  /**
   * Returns what decodes bytes that came as one character each, and throws InvalidMarc for another
   * coding's.
   *
   * @param coding position 9 of the leader
   * @param record whose text is checked whole, where the coding allows it
   * @throws InvalidMarc when the text is not in that coding, or there is none of that name
   */
  static UnaryOperator<String> decoder(char coding, byte[] record) {
    return switch (coding) {
      case 'a' -> {
        checkUtf8(record);
        yield bytes ->
            new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
      }
      case ' ' -> Marc8::decode;
      default -> throw new InvalidMarc(9, "the leader names no coding of characters");
    };
  }

  private static void checkUtf8(byte[] record) {
    ByteBuffer bytes = ByteBuffer.wrap(record);
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    CoderResult result = decoder.decode(bytes, CharBuffer.allocate(record.length), true);
    if (result.isError()) {
      throw new InvalidMarc(bytes.position(), "its text is not UTF-8, as its leader says");
    }
  }
}

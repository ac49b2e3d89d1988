package org.reprise.lists.marc;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.marc4j.MarcException;
import org.marc4j.converter.impl.AnselToUnicode;
import org.marc4j.converter.impl.CodeTableInterface;

/**
 * Text in MARC-8: ASCII, ANSEL and the character sets that escape sequences choose (MARC 21
 * Specifications for Record Structure, Character Sets, and Exchange Media).
 *
 * <p>marc4j's converter does the work. It trusts that escape sequences are complete: one that ends
 * too early makes it read beyond the end, or ask for the same character for ever. So sequences are
 * checked before, and a converter that asks the code table too often is stopped.
 */
final class Marc8 {
  private static final char ESCAPE = 0x1b;

  /** How marc4j's converter begins what it writes for a byte that has no character. */
  private static final String UNDEFINED = "<U+";

  private static final Pattern SEQUENCE =
      Pattern.compile("\\x1b(?:[gbps]|[(,)-](?:[34BENQS2]|!E)|\\$[,)-]?1)");

  /** Look-ups in the code table that a converter needs for a character: 3 were seen. */
  private static final int LOOKUPS_A_CHARACTER = 16;

  private Marc8() {}

  static String decode(String bytes) {
    if (isAscii(bytes)) {
      return bytes;
    }
    checkEscapes(bytes);
    try {
      String text = new Converter(bytes.length()).convert(bytes);
      if (text.contains(UNDEFINED) && !bytes.contains(UNDEFINED)) {
        throw notMarc8("a byte in it is undefined");
      }
      return text;
    } catch (MarcException | IndexOutOfBoundsException e) {
      throw new InvalidMarc(0, "its text is not MARC-8, as its leader says", e);
    }
  }

  // An escape changes the meaning of what follows.
  private static boolean isAscii(String bytes) {
    return bytes.chars().allMatch(c -> c < 0x80 && c != ESCAPE);
  }

  private static void checkEscapes(String bytes) {
    Matcher sequence = SEQUENCE.matcher(bytes);
    for (int at = bytes.indexOf(ESCAPE); at >= 0; at = bytes.indexOf(ESCAPE, at + 1)) {
      if (!sequence.region(at, bytes.length()).lookingAt()) {
        throw notMarc8("an escape sequence in it is incomplete or unknown");
      }
    }
  }

  private static InvalidMarc notMarc8(String reason) {
    return new InvalidMarc(0, "its text is not MARC-8, as its leader says: " + reason);
  }

  /** Converts one text, in a bounded number of steps. */
  private static final class Converter extends AnselToUnicode {
    Converter(int characters) {
      setComposeUnicode(true);
      ct = new BoundedTable(ct, LOOKUPS_A_CHARACTER * (characters + 1));
    }
  }

  /** Each round of the converter's outer loop, the only one that can last, looks something up. */
  private static final class BoundedTable implements CodeTableInterface {
    private final CodeTableInterface table;
    private int left;

    BoundedTable(CodeTableInterface table, int max) {
      this.table = table;
      this.left = max;
    }

    @Override
    public boolean isCombining(int character, int g0, int g1) {
      count();
      return table.isCombining(character, g0, g1);
    }

    @Override
    public char getChar(int character, int mode) {
      count();
      return table.getChar(character, mode);
    }

    private void count() {
      left--;
      if (left < 0) {
        throw notMarc8("its conversion does not end");
      }
    }
  }
}

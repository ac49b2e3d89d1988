package org.reprise.content.fill;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.SplittableRandom;
import org.reprise.content.fill.Population.Group;

/**
 * The contents of a population: the same for the same seed, and no two alike, for equal contents
 * would be stored once.
 */
final class Bytes {
  private static final int VOCABULARY = 5_000;
  private static final String LETTERS = "etaoinshrdlucmfwypvbgk";
  private static final byte[][] WORDS = words();

  private Bytes() {}

  private static byte[][] words() {
    SplittableRandom random = new SplittableRandom(1);
    byte[][] words = new byte[VOCABULARY][];
    for (int i = 0; i < VOCABULARY; i++) {
      byte[] word = new byte[random.nextInt(3, 10)];
      for (int letter = 0; letter < word.length; letter++) {
        word[letter] = (byte) LETTERS.charAt(random.nextInt(LETTERS.length()));
      }
      words[i] = word;
    }
    return words;
  }

  static byte[] of(Group group, int number, long seed) {
    SplittableRandom random =
        new SplittableRandom(seed ^ ((long) group.name().hashCode() << 32) + number);
    byte[] bytes = new byte[group.size()];
    if (group.mediaType().startsWith("text/")) {
      write(bytes, random);
    } else {
      random.nextBytes(bytes);
    }
    return bytes;
  }

  // A number before the words: short texts of them alone could be equal.
  private static void write(byte[] text, SplittableRandom random) {
    byte[] number = Long.toHexString(random.nextLong()).getBytes(US_ASCII);
    int position = append(number, text, 0);
    while (position < text.length) {
      position = append(WORDS[random.nextInt(VOCABULARY)], text, position);
    }
  }

  private static int append(byte[] word, byte[] text, int position) {
    int length = Math.min(word.length, text.length - position);
    System.arraycopy(word, 0, text, position, length);
    if (position + length < text.length) {
      text[position + length] = ' ';
    }
    return position + length + 1;
  }
}

package org.reprise.content.store;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * The SHA-256 of a content, which is its name in every area.
 *
 * @param hex 64 lower-case hexadecimal digits
 */
public record Digest(String hex) {
  private static final Pattern HEX = Pattern.compile("[0-9a-f]{64}");

  public Digest {
    if (!HEX.matcher(hex).matches()) {
      throw new IllegalArgumentException("not a SHA-256 in hexadecimal digits");
    }
  }

  /** Returns the digest of 32 bytes; rows of the database are converted by it, too. */
  public static Digest of(byte[] bytes) {
    return new Digest(HexFormat.of().formatHex(bytes));
  }

  /** Returns the 32 bytes, as the database keeps them. */
  public byte[] bytes() {
    return HexFormat.of().parseHex(hex);
  }

  static boolean isHex(String name) {
    return HEX.matcher(name).matches();
  }

  /** Returns a new SHA-256 computation. */
  public static MessageDigest algorithm() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java platform has it
    }
  }

  @Override
  public String toString() {
    return hex;
  }
}

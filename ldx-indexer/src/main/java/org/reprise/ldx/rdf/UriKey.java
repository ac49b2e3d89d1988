package org.reprise.ldx.rdf;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/**
 * The key of a stored URI: the first 128 bits of its SHA-256. To find two URIs with the same key
 * takes about 2^64 steps.
 */
public final class UriKey {
  private UriKey() {}

  /** Returns the key of a URI, character by character as it is written. */
  public static UUID of(String uri) {
    ByteBuffer digest = ByteBuffer.wrap(sha256().digest(uri.getBytes(StandardCharsets.UTF_8)));
    return new UUID(digest.getLong(), digest.getLong());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}

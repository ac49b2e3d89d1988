package org.reprise.ldx.rdf;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/**
 * The key by which a URI is stored: the first 128 bits of its SHA-256. Two URIs share one only by
 * somebody's having done some 2^64 steps of work for it.
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

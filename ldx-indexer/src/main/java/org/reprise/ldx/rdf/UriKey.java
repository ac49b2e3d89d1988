package org.reprise.ldx.rdf;

import java.nio.ByteBuffer;
import java.util.UUID;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * The key of a stored URI: the first 128 bits of its SHA-256. To find two URIs with the same key
 * takes about 2^64 steps.
 */
public final class UriKey {
  private UriKey() {}

  /** Returns the key of a URI, character by character as it is written. */
  public static UUID of(String uri) {
    ByteBuffer digest = ByteBuffer.wrap(DigestUtils.sha256(uri));
    return new UUID(digest.getLong(), digest.getLong());
  }
}

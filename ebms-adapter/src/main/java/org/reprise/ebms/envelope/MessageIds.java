package org.reprise.ebms.envelope;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Makes identifiers of messages. */
public final class MessageIds {
  /**
   * Bytes of the longest identifier that is taken, as UTF-8: what an index of the database holds.
   */
  public static final int MAX_BYTES = 1000;

  private MessageIds() {}

  public static boolean isTooLong(String id) {
    return id.length() > MAX_BYTES || id.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES;
  }

  /**
   * A unique identifier: a random UUID.
   *
   * @param domain who makes it, as a name of a host
   */
  public static String next(String domain) {
    return UUID.randomUUID() + "@" + domain;
  }
}

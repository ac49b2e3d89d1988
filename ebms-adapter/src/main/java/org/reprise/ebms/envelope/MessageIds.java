package org.reprise.ebms.envelope;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

public final class MessageIds {
  /** UTF-8 bytes of the longest identifier that is taken: what an index of the database holds. */
  public static final int MAX_BYTES = 1000;

  private MessageIds() {}

  public static boolean isTooLong(String id) {
    return id.length() > MAX_BYTES || id.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES;
  }

  /** Returns a unique identifier: a random UUID at the name of the host that makes it. */
  public static String next(String domain) {
    return UUID.randomUUID() + "@" + domain;
  }
}

package org.reprise.ebms.envelope;

import java.util.UUID;

/** Makes identifiers of messages. */
public final class MessageIds {
  private MessageIds() {}

  /**
   * An identifier that nobody else has: a random UUID.
   *
   * @param domain who makes it, as a name of a host
   */
  public static String next(String domain) {
    return UUID.randomUUID() + "@" + domain;
  }
}

package org.reprise.lists.event;

import java.util.Objects;

/**
 * Something that happened.
 *
 * @param topic the topic's name without environment and tenant, such as {@code circulation.loan}
 * @param key events of one key are published in their order
 */
public record Event(String topic, String key, Object body) {
  public Event {
    Objects.requireNonNull(topic);
    Objects.requireNonNull(key);
    Objects.requireNonNull(body);
  }
}

package org.reprise.ebms.ping;

import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.reprise.ebms.envelope.PartyIds;

/**
 * Pongs that share one row of the outbox, and so one insert, one commit and one delete. The row is
 * deleted when the last of them was sent or given up.
 */
final class PongGroup {
  // No identifier that was read holds a control character.
  private static final String AFTER_FIELD = "\t";
  private static final String AFTER_PONG = "\n";
  private static final int FIELDS = 9;
  private static final int TYPICAL_LENGTH = 300;

  private final UUID id;
  private final Map<UUID, StoredPong> remaining = new ConcurrentHashMap<>();
  private volatile int written;

  PongGroup(UUID id, Collection<StoredPong> pongs) {
    this.id = id;
    this.written = pongs.size();
    pongs.forEach(pong -> remaining.put(pong.id(), pong));
  }

  UUID id() {
    return id;
  }

  List<StoredPong> remaining() {
    return List.copyOf(remaining.values());
  }

  /** Removes a Pong that need not be sent any more; whether it was the last one. */
  boolean remove(StoredPong pong) {
    remaining.remove(pong.id());
    // Two that end together may both find it empty: to delete a row twice is harmless.
    return remaining.isEmpty();
  }

  /** Whether the row holds Pongs that need not be sent any more, and others that must be. */
  boolean isPartlySent() {
    int left = remaining.size();
    return left > 0 && left < written;
  }

  String shrunk() {
    List<StoredPong> left = remaining();
    written = left.size();
    return text(left);
  }

  static String text(Collection<StoredPong> pongs) {
    StringBuilder text = new StringBuilder(TYPICAL_LENGTH * pongs.size());
    for (StoredPong pong : pongs) {
      text.append(pong.id()).append(AFTER_FIELD);
      text.append(pong.domain()).append(AFTER_FIELD);
      text.append(pong.endpoint()).append(AFTER_FIELD);
      text.append(pong.cpaId()).append(AFTER_FIELD);
      text.append(pong.conversationId()).append(AFTER_FIELD);
      text.append(pong.refToMessageId()).append(AFTER_FIELD);
      text.append(PartyIds.encode(pong.fromIds())).append(AFTER_FIELD);
      text.append(PartyIds.encode(pong.toIds())).append(AFTER_FIELD);
      text.append(pong.createdAt().toEpochMilli()).append(AFTER_PONG);
    }
    return text.toString();
  }

  /**
   * A group as it was written.
   *
   * @param unreadable gets each line that holds something else, and why; the rest is read
   */
  static PongGroup of(UUID id, String text, BiConsumer<String, RuntimeException> unreadable) {
    List<StoredPong> pongs = new ArrayList<>();
    for (String line : text.split(AFTER_PONG)) {
      try {
        pongs.add(pong(line));
      } catch (RuntimeException e) {
        unreadable.accept(line, e);
      }
    }
    return new PongGroup(id, pongs);
  }

  private static StoredPong pong(String line) {
    String[] fields = line.split(AFTER_FIELD, -1);
    if (fields.length != FIELDS) {
      throw new IllegalArgumentException(
          "it has %d fields instead of %d".formatted(fields.length, FIELDS));
    }
    return new StoredPong(
        UUID.fromString(fields[0]),
        fields[1],
        URI.create(fields[2]),
        fields[3],
        fields[4],
        fields[5],
        PartyIds.decode(fields[6]),
        PartyIds.decode(fields[7]),
        Instant.ofEpochMilli(Long.parseLong(fields[8])));
  }
}

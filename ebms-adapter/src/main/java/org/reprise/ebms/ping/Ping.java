package org.reprise.ebms.ping;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A Ping of ours. */
public record Ping(
    String messageId,
    String cpaId,
    String fromPartyId,
    String toPartyId,
    State state,
    Instant sentAt,
    @Nullable Instant answeredAt,
    @Nullable String detail) {
  public enum State {
    /** On its way, or with the partner. */
    SENT,
    ANSWERED,
    /** It could not be delivered, the partner found it wrong, or no Pong came in time. */
    FAILED;

    @JsonValue
    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}

package org.reprise.ebms.envelope;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the SOAP body holds. */
public sealed interface Content {
  record Empty() implements Content {}

  /** The payloads of a business message. */
  record Manifest(List<Reference> references) implements Content {
    public Manifest {
      references = List.copyOf(references);
    }
  }

  /** One payload: {@code cid:} and the part's Content-ID, or where else it is. */
  record Reference(String href, @Nullable String role) {}

  record StatusRequest(String refToMessageId) implements Content {}

  /** The answer to a question about a message, and when that was received if it may be said. */
  record StatusResponse(String refToMessageId, MessageStatus status, @Nullable Instant timestamp)
      implements Content {}

  /** A SOAP 1.1 fault: whose mistake it is and, in English, what happened. */
  record Fault(FaultCode code, String reason) implements Content {}
}

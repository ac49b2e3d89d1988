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
      if (references.isEmpty()) {
        throw new IllegalArgumentException("a Manifest has at least one Reference");
      }
    }
  }

  /**
   * One payload.
   *
   * @param href {@code cid:} and the part's Content-ID, or where else it is
   */
  record Reference(String href, @Nullable String role) {
    public Reference {
      Required.text(href, "xlink:href");
    }
  }

  record StatusRequest(String refToMessageId) implements Content {
    public StatusRequest {
      Required.text(refToMessageId, "RefToMessageId");
    }
  }

  /**
   * The answer to a question about a message.
   *
   * @param timestamp when it was received; null where that is not known or not told
   */
  record StatusResponse(String refToMessageId, MessageStatus status, @Nullable Instant timestamp)
      implements Content {
    public StatusResponse {
      Required.text(refToMessageId, "RefToMessageId");
    }
  }

  /**
   * A SOAP 1.1 fault.
   *
   * @param code whose mistake it is
   * @param reason what happened, in English
   */
  record Fault(FaultCode code, String reason) implements Content {}
}

package org.reprise.ebms.packaging;

import java.util.List;
import org.reprise.ebms.envelope.Envelope;

/**
 * A message as it was packaged.
 *
 * @param envelope the envelope
 * @param parts the parts beside it, in their order
 */
public record Packaged(Envelope envelope, List<Part> parts) {
  /** Copies. */
  public Packaged {
    parts = List.copyOf(parts);
  }

  /**
   * A part beside the envelope. Its content was read and counted, not kept: only business messages
   * have payloads, and those are not taken.
   *
   * @param contentId without angle brackets, empty where it has none
   * @param contentType as it was given
   * @param size bytes of the decoded content
   */
  public record Part(String contentId, String contentType, long size) {}
}

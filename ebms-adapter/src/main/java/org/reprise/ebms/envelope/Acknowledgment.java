package org.reprise.ebms.envelope;

import java.time.Instant;
import java.util.List;

/**
 * A message was received.
 *
 * @param forSender whether it is addressed to the one who sent the message; else it is for a
 *     message handler on the way, and says nothing about the receiver
 * @param references what the message's signature says was signed; empty where it had none
 */
public record Acknowledgment(
    Instant timestamp, String refToMessageId, boolean forSender, List<SignedReference> references) {
  public Acknowledgment {
    references = List.copyOf(references);
  }

  /** Returns whether it names exactly what was sent (ebMS 2.0, section 6.3.2.5). */
  public boolean isAbout(List<SignedReference> sent) {
    return references.size() == sent.size()
        && sent.stream().allMatch(one -> references.stream().anyMatch(one::agreesWith));
  }
}

package org.reprise.ebms.security;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.envelope.Acknowledgment;
import org.reprise.ebms.envelope.SignedReference;

/**
 * Non-repudiation of receipt (ebMS 2.0, section 6.3.2.5): a signed acknowledgment proves the
 * receipt of what its references name, and of nothing else.
 */
public final class Receipts {
  private Receipts() {}

  /**
   * Whether an acknowledgment is about exactly what was sent.
   *
   * @param acknowledgment from {@link Signatures.Verified#envelope}, else it proves nothing
   * @param sent the references of the message's signature
   */
  public static boolean acknowledges(
      @Nullable Acknowledgment acknowledgment, List<SignedReference> sent) {
    if (acknowledgment == null || acknowledgment.references().size() != sent.size()) {
      return false;
    }
    return sent.stream()
        .allMatch(one -> acknowledgment.references().stream().anyMatch(one::agreesWith));
  }
}

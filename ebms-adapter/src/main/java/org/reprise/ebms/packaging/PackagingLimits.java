package org.reprise.ebms.packaging;

import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Bounds on a message's bytes, under {@code reprise.ebms.limits}.
 *
 * @param message bytes of the whole body
 * @param envelope bytes of the envelope
 * @param parts parts of a multipart body
 * @param partHeader bytes of one part's headers
 * @param time how long a sender may take to send a body
 */
public record PackagingLimits(
    @DefaultValue("32MB") DataSize message,
    @DefaultValue("512KB") DataSize envelope,
    @DefaultValue("100") int parts,
    @DefaultValue("16KB") DataSize partHeader,
    @DefaultValue("30s") Duration time) {
  /** Refuses bounds that make no sense. */
  public PackagingLimits {
    if (envelope.compareTo(message) > 0) {
      throw new IllegalArgumentException(
          "reprise.ebms.limits.envelope must not be larger than reprise.ebms.limits.message");
    }
    if (parts < 1 || envelope.toBytes() < 1024 || partHeader.toBytes() < 256) {
      throw new IllegalArgumentException(
          "reprise.ebms.limits: parts at least 1, envelope at least 1KB, part-header at least 256B");
    }
    if (time.isZero() || time.isNegative()) {
      throw new IllegalArgumentException("reprise.ebms.limits.time must be positive");
    }
  }
}

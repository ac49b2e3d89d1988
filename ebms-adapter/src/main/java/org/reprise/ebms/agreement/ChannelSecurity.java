package org.reprise.ebms.agreement;

import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/**
 * How messages on a channel are secured by the party whose channel it is.
 *
 * @param signing how the party signs what it sends; null where the agreement does not say
 * @param encryption how payloads for the party are encrypted; null where the agreement does not say
 * @param clientCertificate by which the party is known when it connects; null where not said
 * @param serverCertificate by which the party is known when it is connected to; null where not said
 */
public record ChannelSecurity(
    @Nullable Signing signing,
    @Nullable Encryption encryption,
    @Nullable X509Certificate clientCertificate,
    @Nullable X509Certificate serverCertificate) {
  public static final ChannelSecurity NONE = new ChannelSecurity(null, null, null, null);

  /** How a party signs, by the key of a certificate (CPPA 2.0, SenderNonRepudiation). */
  public record Signing(
      DigestAlgorithm digest, SignatureAlgorithm algorithm, X509Certificate certificate) {}

  /** How payloads are encrypted for a certificate's key (CPPA 2.0, ReceiverDigitalEnvelope). */
  public record Encryption(EncryptionAlgorithm algorithm, X509Certificate certificate) {}
}

package org.reprise.ebms.agreement;

import java.net.URI;
import java.util.regex.Pattern;
import org.reprise.ebms.envelope.Service;

/**
 * One kind of business message that a party may send or receive.
 *
 * @param sends whether the party sends it; else it receives it
 * @param signed whether the message is signed (CPPA 2.0, isNonRepudiationRequired)
 * @param receiptSigned whether its acknowledgment is signed (isNonRepudiationReceiptRequired)
 * @param encrypted whether its payloads are encrypted (isConfidential, persistent)
 * @param overTls whether it may only go over TLS (isConfidential, transient)
 */
public record ActionBinding(
    boolean sends,
    String role,
    Service service,
    String action,
    Channel channel,
    boolean signed,
    boolean receiptSigned,
    boolean encrypted,
    boolean overTls) {
  private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[::1]");

  /** Returns whether its channel's endpoint shows to others what is agreed to be confidential. */
  public boolean isExposed() {
    URI endpoint = channel.endpoint();
    return overTls
        && endpoint.getScheme().equals("http")
        && !LOOPBACK.matcher(endpoint.getHost()).matches();
  }
}

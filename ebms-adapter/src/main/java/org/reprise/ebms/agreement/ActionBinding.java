package org.reprise.ebms.agreement;

import org.reprise.ebms.envelope.Service;

/**
 * One kind of business message that a party may send or receive.
 *
 * @param sends whether the party sends it; else it receives it
 * @param role the party's role
 * @param channel how it travels
 * @param signed whether the message is signed (CPPA 2.0, isNonRepudiationRequired)
 * @param receiptSigned whether its acknowledgment is signed (isNonRepudiationReceiptRequired)
 * @param encrypted whether its payloads are encrypted (isConfidential, persistent)
 */
public record ActionBinding(
    boolean sends,
    String role,
    Service service,
    String action,
    Channel channel,
    boolean signed,
    boolean receiptSigned,
    boolean encrypted) {}

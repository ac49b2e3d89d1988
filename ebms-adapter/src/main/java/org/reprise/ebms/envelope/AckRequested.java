package org.reprise.ebms.envelope;

/**
 * The sender wants to know that its message was received.
 *
 * @param signed whether the acknowledgment is to be signed
 * @param nextMsh whether the next message handler on the way is asked, instead of the receiver's
 */
public record AckRequested(boolean signed, boolean nextMsh) {}

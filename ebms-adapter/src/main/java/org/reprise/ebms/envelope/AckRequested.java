package org.reprise.ebms.envelope;

/** The sender wants a receipt, maybe signed, maybe from the next handler on the way. */
public record AckRequested(boolean signed, boolean nextMsh) {}

package org.reprise.ebms.message;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A try to send a message.
 *
 * @param number from 1
 * @param taken whether the partner took it; whether it acknowledged it is the message's state
 */
record Attempt(int number, Instant at, boolean taken, @Nullable String detail) {}

package org.reprise.ebms.send;

import java.util.function.Consumer;

/**
 * A message on its way.
 *
 * @param body an envelope, as text/xml
 * @param giveUpAt {@link System#nanoTime} after which it is not tried any more
 * @param lease whether it may (still) be sent by this instance; asked before each try
 * @param settled told once how it ended, by the thread that sends; must not block for long
 */
@SuppressWarnings("ArrayRecordComponent") // written once, passed on, never changed
public record Outgoing(
    byte[] body, long giveUpAt, Lease lease, Consumer<? super Settlement> settled) {

  /** The right to send a message that several instances know. */
  public interface Lease {
    /** A message that only this process knows. */
    Lease UNSHARED = () -> true;

    /** Whether this instance has it now. */
    boolean isHeld();
  }
}

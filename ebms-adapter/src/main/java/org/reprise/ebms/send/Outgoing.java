package org.reprise.ebms.send;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.packaging.Body;

/**
 * A message on its way.
 *
 * @param messageId its identifier, for the log
 * @param body reads the message for each try, by the thread that sends; empty where it is not to be
 *     sent any more
 * @param tries how often it is tried
 * @param giveUpAt {@link System#nanoTime} after which it is not tried any more
 * @param lease whether it may (still) be sent by this instance
 * @param onResult called once with the result, by the thread that sends; must not block for long
 */
public record Outgoing(
    String messageId,
    Supplier<Optional<Body>> body,
    Tries tries,
    long giveUpAt,
    Lease lease,
    Consumer<? super SendResult> onResult) {
  public enum Tries {
    /** Until the partner takes or refuses it, or it is given up. */
    UNTIL_TAKEN,
    /** Once: the caller decides about further tries. */
    ONCE,
    /** As long as it is certain that the partner does not have it: it must never arrive twice. */
    UNLESS_UNCLEAR
  }

  /** The right to send a message that several instances know. */
  public interface Lease {
    /** A message that only this process knows. */
    Lease UNSHARED = () -> true;

    /** Whether this instance has it now. */
    boolean isHeld();

    /** Called before each try, to note that it begins; false where another instance has it. */
    default boolean begin() {
      return isHeld();
    }

    /** Called after a try that certainly was in vain, and why; null where that uses up none. */
    default void undo(@Nullable String failure) {}
  }

  /** A signal of this process alone. */
  public static Outgoing signal(
      String messageId, byte[] document, long giveUpAt, Consumer<? super SendResult> onResult) {
    Optional<Body> body = Optional.of(Body.of(document, List.of()));
    return new Outgoing(
        messageId, () -> body, Tries.UNTIL_TAKEN, giveUpAt, Lease.UNSHARED, onResult);
  }
}

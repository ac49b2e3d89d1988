package org.reprise.gc.commit;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The creation of a baseline (OSLC Configuration Management 1.1, "Activity").
 *
 * @param id its number, of which its URI is made
 * @param stream the id of the stream
 * @param message a sentence that says so
 * @param status of a failure: the status of the answer; 0 for others
 * @param baseline of a success: its id; null for others
 * @param isReused whether that baseline was there before, for nothing was changed since
 * @param creator the name of the account that began it
 * @param created when it began
 * @param modified when its state was last changed
 */
public record Activity(
    long id,
    long stream,
    State state,
    String message,
    int status,
    @Nullable Long baseline,
    boolean isReused,
    String creator,
    Instant created,
    Instant modified) {
  public enum State {
    /** It goes on, whichever process works on it. */
    IN_PROGRESS,
    /** The baseline is there. */
    COMPLETE,
    /** There is none, and nothing of it in this service. */
    FAILED
  }

  public boolean isEnded() {
    return state != State.IN_PROGRESS;
  }
}

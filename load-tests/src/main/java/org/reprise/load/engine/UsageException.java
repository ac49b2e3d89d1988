package org.reprise.load.engine;

/** What was typed is wrong, on the command line or in a variable. The message says how. */
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UsageException(String message) {
    super(message);
  }

  private UsageException(IllegalArgumentException refused) {
    super(String.valueOf(refused.getMessage()), refused);
  }

  /** Reads what was typed; an IllegalArgumentException says that it is wrong. */
  public interface Reading<T, E extends Exception> {
    T read() throws E;
  }

  /**
   * Reads what was typed: an argument that is refused in there is the user's mistake, while
   * anywhere else it is ours.
   */
  public static <T, E extends Exception> T typed(Reading<T, E> reading) throws E {
    try {
      return reading.read();
    } catch (IllegalArgumentException refused) {
      throw new UsageException(refused);
    }
  }
}

package org.reprise.lists.marc;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a file into records, in constant memory. A record ends at its terminator, and its leader's
 * length has to agree: where it does not, that one is broken and the next one is read all the same
 * (MARC 21, "Record Structure").
 */
public final class MarcFrames {
  /** The longest record: what five digits can say. */
  public static final int MAX_LENGTH = 99_999;

  static final byte RECORD_TERMINATOR = 0x1d;
  static final byte FIELD_TERMINATOR = 0x1e;
  static final int LEADER = 24;

  private static final int LENGTH_DIGITS = 5;
  private static final int BUFFER = 64 * 1024;
  // What editors and old systems put between records and at the end of files.
  private static final String FILLERS = " \r\n\u001a";

  private final InputStream file;
  private final byte[] buffer = new byte[BUFFER];
  private final byte[] record = new byte[MAX_LENGTH];
  private int position;
  private int limit;
  private long offset;
  private int number = 1;

  public MarcFrames(InputStream file) {
    this.file = file;
  }

  /** The next record or what stands in its place; null at the end. */
  public @Nullable Frame next() throws IOException {
    while (isFilled() && FILLERS.indexOf(buffer[position]) >= 0) {
      position++;
      offset++;
    }
    if (!isFilled()) {
      return null;
    }
    long start = offset;
    boolean ended = readToTerminator();
    long length = offset - start;
    String reason = ended ? whatIsWrong(length) : "the file ends within the record";
    int current = number++;
    return reason == null
        ? new Frame.Whole(current, start, Arrays.copyOf(record, (int) length))
        : new Frame.Broken(current, start, reason);
  }

  private boolean readToTerminator() throws IOException {
    int length = 0;
    while (isFilled()) {
      int end = position;
      while (end < limit && buffer[end] != RECORD_TERMINATOR) {
        end++;
      }
      boolean ended = end < limit;
      int some = end - position + (ended ? 1 : 0);
      // What does not fit is too long and will not be looked at.
      int kept = Math.min(some, MAX_LENGTH - length);
      System.arraycopy(buffer, position, record, length, kept);
      length += kept;
      position += some;
      offset += some;
      if (ended) {
        return true;
      }
    }
    return false;
  }

  private @Nullable String whatIsWrong(long length) {
    if (length > MAX_LENGTH) {
      return "it has " + length + " bytes, a record has " + MAX_LENGTH + " at most";
    }
    int said = digits(record, 0, (int) Math.min(LENGTH_DIGITS, length));
    if (said < 0 || length < LEADER) {
      return "it does not begin with a leader";
    }
    return said == length
        ? null
        : "its leader says " + said + " bytes, its terminator comes after " + length;
  }

  /** The number that some digits make; -1 where one is no digit. */
  static int digits(byte[] from, int start, int count) {
    int value = 0;
    for (int i = start; i < start + count; i++) {
      if (from[i] < '0' || from[i] > '9') {
        return -1;
      }
      value = value * 10 + from[i] - '0';
    }
    return value;
  }

  private boolean isFilled() throws IOException {
    if (position == limit) {
      position = 0;
      limit = Math.max(0, file.read(buffer));
    }
    return position < limit;
  }
}

package org.reprise.lists.marc;

/**
 * Checks a record's leader and directory before fields are read by them: a lenient reader would
 * take bytes of one field for another's.
 */
final class Directory {
  private static final int BASE_ADDRESS = 12;
  private static final int BASE_ADDRESS_DIGITS = 5;
  private static final int ENTRY = 12;
  private static final int TAG = 3;
  private static final int LENGTH_DIGITS = 4;
  private static final int START_DIGITS = 5;

  private Directory() {}

  /** Checks a record whose frame is whole; throws InvalidMarc with the first byte that is wrong. */
  static void check(byte[] record) {
    int base = MarcFrames.digits(record, BASE_ADDRESS, BASE_ADDRESS_DIGITS);
    int directory = base - 1 - MarcFrames.LEADER;
    if (base > record.length - 1 || directory < 0 || directory % ENTRY != 0) {
      throw new InvalidMarc(BASE_ADDRESS, "the leader's base address of data is wrong");
    }
    if (record[base - 1] != MarcFrames.FIELD_TERMINATOR) {
      throw new InvalidMarc(base - 1, "the directory does not end where the leader says");
    }
    for (int entry = MarcFrames.LEADER; entry < base - 1; entry += ENTRY) {
      checkTag(record, entry);
      checkField(record, base, entry);
    }
  }

  private static void checkTag(byte[] record, int entry) {
    for (int i = entry; i < entry + TAG; i++) {
      if (record[i] < '0' || record[i] > 'z' || !Character.isLetterOrDigit(record[i])) {
        throw new InvalidMarc(i, "a tag in the directory has a character that no tag has");
      }
    }
  }

  private static void checkField(byte[] record, int base, int entry) {
    int length = MarcFrames.digits(record, entry + TAG, LENGTH_DIGITS);
    int start = MarcFrames.digits(record, entry + TAG + LENGTH_DIGITS, START_DIGITS);
    if (length < 1 || start < 0) {
      throw new InvalidMarc(entry + TAG, "the directory's entry has no length and start");
    }
    int end = base + start + length;
    if (end > record.length - 1 || record[end - 1] != MarcFrames.FIELD_TERMINATOR) {
      throw new InvalidMarc(entry + TAG, "the directory's entry names no field of the record");
    }
  }
}

package org.reprise.load.ebms;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * What can be said of an HTTP/1.1 answer of which some bytes have come.
 *
 * @param complete whether all of it has come
 * @param status 0 while the head is not complete
 */
record LeanAnswer(boolean complete, int status) {
  private static final LeanAnswer NOT_YET = new LeanAnswer(false, 0);

  static LeanAnswer of(byte[] bytes, int length) {
    var end = headEnd(bytes, length);
    if (end < 0) {
      return NOT_YET;
    }
    var status = 100 * (bytes[9] - '0') + 10 * (bytes[10] - '0') + (bytes[11] - '0');
    if (status == 204) {
      return new LeanAnswer(true, status);
    }
    var head = new String(bytes, 0, end, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
    var at = head.indexOf("\r\ncontent-length:");
    if (at >= 0) {
      var value = head.substring(at + 17, head.indexOf("\r\n", at + 2)).strip();
      return new LeanAnswer(length >= end + Integer.parseInt(value), status);
    }
    return new LeanAnswer(endsWithLastChunk(bytes, end, length), status);
  }

  /** The place behind the blank line; -1 where it has not come. */
  private static int headEnd(byte[] bytes, int length) {
    for (int i = 3; i < length; i++) {
      if (bytes[i] == '\n' && bytes[i - 1] == '\r' && bytes[i - 2] == '\n') {
        return i + 1;
      }
    }
    return -1;
  }

  private static boolean endsWithLastChunk(byte[] bytes, int from, int length) {
    var last = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    return length - from >= last.length
        && Arrays.equals(bytes, length - last.length, length, last, 0, last.length);
  }
}

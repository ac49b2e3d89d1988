package org.reprise.localstack.process;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The end of a log file, short enough for an error message: what is said, without the places in the
 * program that a stack trace lists.
 */
final class LogTail {
  private static final int BYTES = 64 * 1024;
  private static final int LINES = 40;

  /** A line of a stack trace below its first, as Java prints it and as logging libraries do. */
  private static final Pattern PLACE =
      Pattern.compile("\\s+(at \\S+\\(.*\\).*|\\.\\.\\. \\d+ (more|common frames omitted))");

  private LogTail() {}

  /** Reads the last lines behind the given offset. */
  static String read(Path log, long from) {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      long start = Math.max(from, file.length() - BYTES);
      byte[] bytes = new byte[(int) Math.max(0, file.length() - start)];
      file.seek(start);
      file.readFully(bytes);
      List<String> lines =
          new String(bytes, StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !PLACE.matcher(line).matches())
              .toList();
      return String.join("\n", lines.subList(Math.max(0, lines.size() - LINES), lines.size()));
    } catch (IOException e) {
      return "(" + log + " cannot be read: " + e.getMessage() + ")";
    }
  }
}

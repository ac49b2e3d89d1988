package org.reprise.load.lists;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;

/** What a service itself measured of its requests, from the first byte read to the last written. */
final class RequestLog {
  private static final int PATH = 1;
  private static final int STATUS = 2;
  private static final int MICROSECONDS = 3;
  private static final long NANOS = 1000;

  private RequestLog() {}

  /**
   * The times of the last requests of a path, nanoseconds.
   *
   * @param file as {@link ServiceRecords} has it
   * @param path the whole
   * @param count how many of them
   * @throws IOException where the file has fewer that succeeded
   */
  static Histogram last(Path file, String path, int count) throws IOException {
    List<Long> all =
        Files.readAllLines(file).stream()
            .map(line -> line.split(" "))
            .filter(parts -> parts[PATH].equals(path) && parts[STATUS].equals("200"))
            .map(parts -> Long.parseLong(parts[MICROSECONDS]))
            .toList();
    if (all.size() < count) {
      throw new IOException(
          "%s has %d requests of %s, %d were sent".formatted(file, all.size(), path, count));
    }
    var times = new Histogram(3);
    all.subList(all.size() - count, all.size())
        .forEach(microseconds -> times.recordValue(microseconds * NANOS));
    return times;
  }
}

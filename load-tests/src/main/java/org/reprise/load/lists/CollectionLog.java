package org.reprise.load.lists;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.reprise.load.sampling.JvmHeaps;
import org.reprise.load.stack.ServiceProcess;

/**
 * Heap that collections left, by the JVM's own log: what is in use and no garbage. A young
 * collection may leave old garbage, so it is never too little.
 */
final class CollectionLog {
  /** Such as {@code [2.345s] GC(7) Pause Young (Allocation Failure) 141M->23M(494M) 5.123ms}. */
  private static final Pattern PAUSE = Pattern.compile("Pause .*\\d+M->(\\d+)M\\(\\d+M\\)");

  private final ServiceProcess service;
  private final Path file;
  private final int from;

  private CollectionLog(ServiceProcess service, Path file, int from) {
    this.service = service;
    this.file = file;
    this.from = from;
  }

  /**
   * Begins with a collection, so that garbage of earlier work does not count.
   *
   * @param file as {@link ServiceRecords} has it
   */
  static CollectionLog begin(ServiceProcess service, Path file)
      throws IOException, InterruptedException {
    JvmHeaps.live(List.of(service.handle().pid()));
    return new CollectionLog(service, file, Files.readAllLines(file).size());
  }

  /** Ends with a collection; the most that one left since the beginning, MiB. */
  double mostLeft() throws IOException, InterruptedException {
    JvmHeaps.live(List.of(service.handle().pid()));
    return mostLeft(Files.readAllLines(file).stream().skip(from));
  }

  /** The most of all lines; {@link Double#NaN} where no line is of a collection. */
  static double mostLeft(Stream<String> lines) {
    return lines
        .map(PAUSE::matcher)
        .filter(Matcher::find)
        .mapToDouble(pause -> Double.parseDouble(pause.group(1)))
        .max()
        .orElse(Double.NaN);
  }
}

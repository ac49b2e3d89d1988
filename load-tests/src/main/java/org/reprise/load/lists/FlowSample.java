package org.reprise.load.lists;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.reprise.load.measure.OperationSummary;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a process of load hands over: times, and everything that the services acknowledged, so that
 * it can be looked for.
 *
 * @param started when the first user came, as an instant
 * @param seconds until the last one was through
 * @param operations those that happened
 * @param lent ids of loans that a check-out answered
 * @param returned ids of loans that a check-in answered
 * @param jobs ids of imports that were started
 * @param refreshes that ended well
 * @param polls GETs of a list while it was refreshed
 * @param firstErrors what the first failed flows met
 */
record FlowSample(
    String started,
    double seconds,
    List<OperationSummary> operations,
    List<String> lent,
    List<String> returned,
    List<String> jobs,
    List<Refreshed> refreshes,
    long polls,
    List<String> firstErrors) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  FlowSample {
    operations = List.copyOf(operations);
    lent = List.copyOf(lent);
    returned = List.copyOf(returned);
    jobs = List.copyOf(jobs);
    refreshes = List.copyOf(refreshes);
    firstErrors = List.copyOf(firstErrors);
  }

  /**
   * A refresh that ended well.
   *
   * @param list its id
   * @param refresh its id
   * @param records how many the service counted
   */
  record Refreshed(String list, String refresh, long records) {}

  Instant start() {
    return Instant.parse(started);
  }

  Duration length() {
    return Duration.ofNanos((long) (seconds * 1e9));
  }

  long finished() {
    return operations.stream()
        .filter(one -> !one.operation().equals(FlowOperation.CHECK_OUT_ACTION.id()))
        .mapToLong(OperationSummary::count)
        .sum();
  }

  long errors() {
    return operations.stream()
        .filter(one -> !one.operation().equals(FlowOperation.CHECK_OUT_ACTION.id()))
        .mapToLong(OperationSummary::errors)
        .sum();
  }

  /** Writes it whole or not at all. */
  void write(Path file) throws IOException {
    var whole = file.resolveSibling(file.getFileName() + ".part");
    Files.write(whole, JSON.writeValueAsBytes(this));
    Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING);
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IOException where there is no such file or it is damaged
   */
  static FlowSample read(Path file) throws IOException {
    try {
      return JSON.readValue(Files.readAllBytes(file), FlowSample.class);
    } catch (JacksonException | IllegalArgumentException e) {
      throw new IOException("damaged samples in " + file + ": " + e.getMessage(), e);
    }
  }
}

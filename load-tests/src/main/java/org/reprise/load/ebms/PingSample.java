package org.reprise.load.ebms;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.BitSet;
import java.util.List;
import org.reprise.load.measure.OpenLoad;
import org.reprise.load.measure.OperationSummary;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a process that sent Pings hands over.
 *
 * @param started the first Ping, as an instant
 * @param parts the report's levels, and those behind them
 * @param sent Pings that were begun
 * @param firstErrors what the first failed ones met
 * @param accepted numbers of the Pings that were answered well, as bits in Base64
 * @param stopped why the load ended before its plan did; empty where it did not
 */
record PingSample(
    String started,
    List<Part> parts,
    long sent,
    List<String> firstErrors,
    String accepted,
    String stopped) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  PingSample {
    parts = List.copyOf(parts);
    firstErrors = List.copyOf(firstErrors);
  }

  /**
   * Levels that belong together.
   *
   * @param load step by step
   * @param summary of all response times
   */
  record Part(OpenLoad load, OperationSummary summary) {
    /** Since the load's start, seconds. */
    double from() {
      return load.steps().getFirst().fromSeconds();
    }

    /** The same in another variant. */
    Part as(String variant) {
      return new Part(load.as(variant), summary.as(variant));
    }

    double seconds() {
      return load.steps().stream().mapToDouble(OpenLoad.Step::seconds).sum();
    }
  }

  static String encoded(BitSet numbers) {
    return Base64.getEncoder().encodeToString(numbers.toByteArray());
  }

  BitSet acceptedNumbers() {
    return BitSet.valueOf(Base64.getDecoder().decode(accepted));
  }

  Instant start() {
    return Instant.parse(started);
  }

  /** When a part began. */
  Instant start(Part part) {
    return start().plusMillis(Math.round(part.from() * 1000));
  }

  static Duration length(Part part) {
    return Duration.ofMillis(Math.round(part.seconds() * 1000));
  }

  /** Why it cannot be used as it is; empty where it can. */
  List<String> faults() {
    var faults = new ArrayList<String>();
    if (parts.stream().allMatch(part -> part.summary().count() == 0)) {
      faults.add("no Ping was answered: " + String.join("; ", firstErrors));
    }
    return faults;
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
  static PingSample read(Path file) throws IOException {
    try {
      return JSON.readValue(Files.readAllBytes(file), PingSample.class);
    } catch (JacksonException | IllegalArgumentException e) {
      throw new IOException("damaged samples in " + file + ": " + e.getMessage(), e);
    }
  }
}

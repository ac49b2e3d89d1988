package org.reprise.load.gatling;

import io.gatling.charts.stats.GeneralStats;
import io.gatling.charts.stats.Group;
import io.gatling.charts.stats.LogFileData;
import io.gatling.charts.stats.LogFileReader;
import io.gatling.charts.stats.RequestStatsPath;
import io.gatling.commons.stats.Status;
import io.gatling.core.config.GatlingConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import scala.Option;

/**
 * What a simulation's binary {@code simulation.log} says. Gatling writes no statistics that a
 * program can read, only this log, whose format belongs to its version: this class alone reads it,
 * by Gatling's own reader.
 *
 * @param simulation class name of the simulation
 * @param scenarios their names
 * @param start when the run started
 * @param seconds from the first injection to the last end
 * @param requests one entry for each request name and group, in the order of their first use
 * @param errors messages of failed requests with their counts
 */
public record GatlingLog(
    String simulation,
    List<String> scenarios,
    Instant start,
    double seconds,
    List<Request> requests,
    List<String> errors) {

  /** The file that makes a folder the result of a Gatling run. */
  public static final String FILE = "simulation.log";

  /** Copies the lists. */
  public GatlingLog {
    scenarios = List.copyOf(scenarios);
    requests = List.copyOf(requests);
    errors = List.copyOf(errors);
  }

  /**
   * One request's statistics. Times are whole milliseconds of the requests that passed their
   * checks.
   *
   * @param group enclosing groups joined with {@code /}, empty at the top
   * @param perSecond passed requests by second of the whole run
   */
  public record Request(
      String group,
      String name,
      long passed,
      long failed,
      int minMs,
      int maxMs,
      int meanMs,
      int stdDevMs,
      int p50Ms,
      int p95Ms,
      int p99Ms,
      double perSecond) {}

  /**
   * Reads the result of one run.
   *
   * @param folder that holds {@value #FILE}
   * @throws IOException where there is no log, or it is damaged or of another version of Gatling
   */
  public static GatlingLog read(Path folder) throws IOException {
    var absolute = folder.toAbsolutePath().normalize();
    if (!Files.isRegularFile(absolute.resolve(FILE)) || absolute.getParent() == null) {
      throw new IOException(folder + " is no result of a Gatling run: it holds no " + FILE);
    }
    try {
      var reader =
          LogFileReader.apply(
              absolute.getFileName().toString(), absolute.getParent(), GatlingConfiguration.load());
      return of(reader.read());
    } catch (RuntimeException e) {
      throw new IOException(
          "cannot read "
              + absolute.resolve(FILE)
              + " (damaged, or written by another version of Gatling): "
              + e.getMessage(),
          e);
    }
  }

  private static GatlingLog of(LogFileData data) {
    var requests = new ArrayList<Request>();
    for (var paths = data.statsPaths().iterator(); paths.hasNext(); ) {
      if (paths.next() instanceof RequestStatsPath path) {
        requests.add(request(data, path));
      }
    }
    var errors = new ArrayList<String>();
    for (var all = data.errors(Option.empty(), Option.empty()).iterator(); all.hasNext(); ) {
      var error = all.next();
      errors.add(error.count() + " × " + error.message());
    }
    var info = data.runInfo();
    return new GatlingLog(
        info.simulationClassName(),
        List.of(info.scenarios()),
        Instant.ofEpochMilli(info.runStart()),
        (info.injectEnd() - info.injectStart()) / 1000.0,
        requests,
        errors);
  }

  private static Request request(LogFileData data, RequestStatsPath path) {
    var passed = stats(data, path, "OK");
    var failed = stats(data, path, "KO");
    return new Request(
        path.group().isEmpty() ? "" : hierarchy(path.group().get()),
        path.request(),
        passed.map(GeneralStats::count).orElse(0L),
        failed.map(GeneralStats::count).orElse(0L),
        passed.map(GeneralStats::min).orElse(0),
        passed.map(GeneralStats::max).orElse(0),
        passed.map(GeneralStats::mean).orElse(0),
        passed.map(GeneralStats::stdDev).orElse(0),
        percentile(passed, 50),
        percentile(passed, 95),
        percentile(passed, 99),
        passed.map(GeneralStats::meanRequestsPerSec).orElse(0.0));
  }

  private static Optional<GeneralStats> stats(
      LogFileData data, RequestStatsPath path, String status) {
    var found =
        data.requestGeneralStats(
            Option.apply(path.request()), path.group(), Option.apply(Status.apply(status)));
    return found.isEmpty() || found.get().count() == 0
        ? Optional.empty()
        : Optional.of(found.get());
  }

  private static int percentile(Optional<GeneralStats> stats, double rank) {
    return stats.map(found -> ((Number) found.percentile().apply(rank)).intValue()).orElse(0);
  }

  private static String hierarchy(Group group) {
    return group.hierarchy().mkString("/");
  }
}

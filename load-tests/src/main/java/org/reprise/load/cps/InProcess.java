package org.reprise.load.cps;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.reprise.cps.CpsStore;
import org.reprise.load.child.ProgressPrinter;

/**
 * The program of a child process that runs the flow in itself: the embedded mode, or the floor. A
 * process of its own for each setting, as the report's application was started anew for each, so
 * that the cold start is in the figures and its CPU and memory can be told from the command's.
 *
 * <p>Arguments: what ({@code embedded} or {@code floor}), the file for the samples, the anchors'
 * prefix and token, the termination timeout in seconds, the phases. The database's URL and
 * credentials come by the environment.
 */
public final class InProcess {
  static final String URL = "REPRISE_LOAD_DATABASE_URL";
  static final String USERNAME = "REPRISE_LOAD_DATABASE_USERNAME";
  static final String PASSWORD = "REPRISE_LOAD_DATABASE_PASSWORD";

  private InProcess() {}

  /** Runs the phases one after another and writes what they measured. */
  public static void main(String[] arguments) throws Exception {
    var samples = Path.of(arguments[1]);
    var names = AnchorNames.of(arguments[2], arguments[3]);
    var timeout = Duration.ofSeconds(Long.parseLong(arguments[4]));
    var phases = Arrays.stream(arguments).skip(5).map(LoadPhase::parse).toList();
    var recorders = phases.stream().map(PhaseRecorder::new).toList();
    var flow = CpsFlow.published();
    try (var database = pool(phases);
        var _ = new ProgressPrinter(recorders, System.out)) {
      switch (arguments[0]) {
        case "embedded" ->
            run(new ClosedRun(EmbeddedCalls.open(database, flow), names, timeout), recorders);
        case "floor" ->
            run(new ClosedRun(FloorCalls.open(database, flow), names, timeout), recorders);
        default ->
            throw new IllegalArgumentException("embedded or floor, not '" + arguments[0] + "'");
      }
      SampleFile.write(samples, recorders.stream().map(PhaseRecorder::sample).toList());
    }
  }

  private static void run(ClosedRun run, List<PhaseRecorder> recorders)
      throws InterruptedException, TimeoutException {
    for (var recorder : recorders) {
      run.run(recorder);
    }
  }

  /** As many connections as threads, open from the beginning. */
  private static HikariDataSource pool(List<LoadPhase> phases) {
    var threads = phases.stream().mapToInt(LoadPhase::threads).max().orElseThrow();
    var config = new HikariConfig();
    config.setJdbcUrl(environment(URL));
    config.setUsername(environment(USERNAME));
    config.setConnectionInitSql(CpsStore.CONNECTION_INIT_SQL);
    config.setPassword(environment(PASSWORD));
    config.setMaximumPoolSize(threads);
    config.setPoolName("load");
    return new HikariDataSource(config);
  }

  private static String environment(String name) {
    var value = System.getenv(name);
    if (value == null) {
      throw new IllegalStateException(name + " is not set");
    }
    return value;
  }
}

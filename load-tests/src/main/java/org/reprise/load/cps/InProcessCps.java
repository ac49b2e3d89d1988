package org.reprise.load.cps;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.CpsStore;
import org.reprise.load.generator.InProcessRunner;
import org.reprise.load.generator.LoadSpec;
import org.reprise.load.generator.Recorder;
import org.reprise.localstack.Database;

/**
 * The flow inside the process that measures it: the report's embedded mode, and the floor. The
 * database comes by the environment.
 */
public final class InProcessCps implements InProcessRunner.Flow {
  /** The Java API of cps-core; its database has this name, too. */
  static final String EMBEDDED = "embedded";

  /** Raw JDBC on lean tables; its database has this name, too. */
  static final String FLOOR = "floor";

  private static final String URL = "REPRISE_LOAD_DATABASE_URL";
  private static final String USERNAME = "REPRISE_LOAD_DATABASE_USERNAME";
  private static final String PASSWORD = "REPRISE_LOAD_DATABASE_PASSWORD";

  private @Nullable HikariDataSource pool;
  private @Nullable CpsCalls calls;
  private @Nullable AnchorNames names;

  static Map<String, String> environment(Database database) {
    return Map.of(
        URL, database.jdbcUrl(), USERNAME, database.username(), PASSWORD, database.password());
  }

  @Override
  public void open(LoadSpec load) throws Exception {
    var settings = load.settings(CpsLoad.class);
    var config = new HikariConfig();
    config.setJdbcUrl(System.getenv(URL));
    config.setUsername(System.getenv(USERNAME));
    config.setPassword(System.getenv(PASSWORD));
    config.setConnectionInitSql(CpsStore.CONNECTION_INIT_SQL);
    // As many connections as users, open from the beginning.
    config.setMaximumPoolSize(
        load.phases().stream().mapToInt(it -> it.shape().users()).max().orElseThrow());
    pool = new HikariDataSource(config);
    open(
        settings.base().equals(FLOOR) ? new FloorCalls(pool) : new EmbeddedCalls(pool),
        new AnchorNames(settings.anchorPrefix()));
  }

  void open(CpsCalls through, AnchorNames with) {
    calls = through;
    names = with;
  }

  @Override
  public void once(Recorder recorder) {
    var anchor = Objects.requireNonNull(names).next();
    for (var operation : CpsOperation.values()) {
      var start = System.nanoTime();
      var fault = attempt(operation, anchor);
      if (fault != null) {
        recorder.failed(operation.id(), fault);
        if (operation != CpsOperation.CREATE_ANCHOR && operation != CpsOperation.DELETE_ANCHOR) {
          attempt(CpsOperation.DELETE_ANCHOR, anchor);
        }
        return;
      }
      recorder.record(operation.id(), start, System.nanoTime());
    }
    recorder.flowEnded(System.nanoTime());
  }

  /** Null where the operation did what it should, else what it said. */
  private @Nullable String attempt(CpsOperation operation, String anchor) {
    try {
      Objects.requireNonNull(calls).perform(operation, anchor);
      return null;
    } catch (Exception e) {
      return e.toString();
    }
  }

  @Override
  public void close() {
    if (pool != null) {
      pool.close();
    }
  }
}

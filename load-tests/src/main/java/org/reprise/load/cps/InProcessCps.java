package org.reprise.load.cps;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.CpsStore;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.generator.InProcessFlow;
import org.reprise.load.generator.LoadSpec;
import org.reprise.load.generator.Recorder;
import org.reprise.localstack.Database;

/**
 * The flow inside the process that measures it: the report's embedded mode, and the floor. The
 * database comes by the environment.
 */
public abstract sealed class InProcessCps implements InProcessFlow {
  private static final String URL = "REPRISE_LOAD_DATABASE_URL";
  private static final String USERNAME = "REPRISE_LOAD_DATABASE_USERNAME";
  private static final String PASSWORD = "REPRISE_LOAD_DATABASE_PASSWORD";

  private @Nullable HikariDataSource pool;
  private @Nullable CpsCalls calls;
  private @Nullable AnchorNames names;

  /** The Java API of cps-core. */
  public static final class Embedded extends InProcessCps {
    @Override
    CpsCalls calls(DataSource database) {
      return new EmbeddedCalls(database);
    }
  }

  /** Raw JDBC on lean tables. */
  public static final class Floor extends InProcessCps {
    @Override
    CpsCalls calls(DataSource database) throws Exception {
      return new FloorCalls(database);
    }
  }

  abstract CpsCalls calls(DataSource database) throws Exception;

  /** Each of them has a database of its own. */
  static Database database(Deployment target, Class<? extends InProcessFlow> program) {
    return target.database(program.getSimpleName().toLowerCase(Locale.ROOT));
  }

  static Map<String, String> environment(Database database) {
    return Map.of(
        URL, database.jdbcUrl(), USERNAME, database.username(), PASSWORD, database.password());
  }

  @Override
  public void open(LoadSpec load) throws Exception {
    pool = pool(load);
    open(calls(pool), load.settings(CpsLoad.class).names());
  }

  final void open(CpsCalls through, AnchorNames with) {
    calls = through;
    names = with;
  }

  /** As many connections as users, open from the beginning. */
  private static HikariDataSource pool(LoadSpec load) {
    var config = new HikariConfig();
    config.setJdbcUrl(environment(URL));
    config.setUsername(environment(USERNAME));
    config.setConnectionInitSql(CpsStore.CONNECTION_INIT_SQL);
    config.setPassword(environment(PASSWORD));
    config.setMaximumPoolSize(
        load.phases().stream().mapToInt(it -> it.shape().mostUsers()).max().orElseThrow());
    config.setPoolName("load");
    return new HikariDataSource(config);
  }

  private static String environment(String name) {
    return Objects.requireNonNull(System.getenv(name), name + " is not set");
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

package org.reprise.ebms;

import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.reprise.ebms.EbmsClient.Answer;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The service over a real PostgreSQL. One is started for all tests of a JVM and ended with it; a
 * test that needs other settings starts one of its own.
 */
public final class EbmsServer implements AutoCloseable {
  /** The account that the tests use. */
  public static final String USERNAME = "tester";

  /** An account with the role {@code messages} only. */
  public static final String BACK_END = "back-end";

  /** An account with the role {@code admin} only. */
  public static final String ADMINISTRATOR = "administrator";

  /** Password of all accounts. */
  public static final String PASSWORD = "secret of the tests";

  /** The setting by which errors are reported in the HTTP response. */
  public static final String ERRORS_IN_RESPONSE = "--reprise.ebms.error-reports=in-response";

  private final Database database;
  private final ConfigurableApplicationContext context;

  private EbmsServer(Database database, String... settings) {
    this.database = database;
    List<String> all = new ArrayList<>(arguments(database));
    all.addAll(List.of(settings));
    this.context = SpringApplication.run(EbmsAdapterApplication.class, all.toArray(String[]::new));
  }

  private static final class Shared {
    // The same errors are found wherever they are reported.
    static final EbmsServer SERVER = start(ERRORS_IN_RESPONSE);
  }

  /** What every instance in a test is started with. */
  public static List<String> arguments(Database database) {
    return List.of(
        "--server.port=0",
        // As JSON, so that a test's own setting comes before it. The machine may be busy with other
        // things: no message is refused, sent again or given up for that. A test that ends need not
        // send what no partner takes.
        """
        --spring.application.json={"reprise.ebms.local-parties": "*",
          "reprise.ebms.send.close-within": "500ms",
          "reprise.ebms.send.connect-timeout": "1m",
          "reprise.ebms.send.response-timeout": "5m",
          "reprise.ebms.send.give-up-after": "10m",
          "reprise.ebms.admission.longest-wait": "10m"}\
        """,
        "--spring.datasource.url=" + database.jdbcUrl(),
        "--spring.datasource.username=" + database.username(),
        "--spring.datasource.password=" + database.password(),
        "--spring.datasource.hikari.maximum-pool-size=4",
        "--reprise.security.username=" + USERNAME,
        "--reprise.security.password=" + PASSWORD,
        "--reprise.security.users[0].username=" + BACK_END,
        "--reprise.security.users[0].password=" + PASSWORD,
        "--reprise.security.users[0].roles=messages",
        "--reprise.security.users[1].username=" + ADMINISTRATOR,
        "--reprise.security.users[1].password=" + PASSWORD,
        "--reprise.security.users[1].roles=admin");
  }

  /** The server that tests share. */
  public static EbmsServer shared() {
    return Shared.SERVER;
  }

  /** A server of the caller's own on a new database, with settings as on a command line. */
  public static EbmsServer start(String... settings) {
    return new EbmsServer(TestDatabase.freshDatabase(), settings);
  }

  /** A server of the caller's own on a database that others may use too. */
  public static EbmsServer start(Database database, String... settings) {
    return new EbmsServer(database, settings);
  }

  /** A client with the right credentials. */
  public EbmsClient client() {
    return new EbmsClient(base(), USERNAME, PASSWORD);
  }

  /** A client with other credentials; none where the user's name is empty. */
  public EbmsClient client(String username, String password) {
    return new EbmsClient(base(), username, password);
  }

  /** Where the service listens, without a trailing slash. */
  public String base() {
    String scheme =
        context.getEnvironment().containsProperty("server.ssl.bundle") ? "https" : "http";
    return scheme + "://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port");
  }

  /** Where messages go. */
  public String ebms() {
    return base() + "/ebms";
  }

  /** Imports an agreement. */
  public void agree(Cpas cpa) {
    Answer answer = client().xml("POST", "/api/v1/agreements", cpa.xml());
    if (answer.status() != 201) {
      throw new IllegalStateException(answer.toString());
    }
  }

  /** The database behind the service. */
  public Database database() {
    return database;
  }

  /** Runs a query of one number. */
  public long count(String sql) {
    return count(database, sql);
  }

  /** Runs a query of one number. */
  public static long count(Database database, String sql) {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      result.next();
      return result.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** The value of a line of the metrics whose name and tags start so; zero where there is none. */
  public double metric(String start) {
    return client()
        .get("/actuator/prometheus")
        .body()
        .lines()
        .filter(line -> line.startsWith(start))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  /** The value of a gauge without tags, without a request to the server. */
  public double gauge(String name) {
    return context.getBean(MeterRegistry.class).get(name).gauge().value();
  }

  /** Ends as on SIGTERM. */
  @Override
  public void close() {
    context.close();
  }
}

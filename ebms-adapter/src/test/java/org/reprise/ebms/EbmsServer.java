package org.reprise.ebms;

import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.reprise.ebms.EbmsClient.Answer;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestApplication;
import org.reprise.localstack.testing.TestDatabase;
import org.springframework.boot.SpringApplication;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.util.FileSystemUtils;

/**
 * The service over a real PostgreSQL. One is started for all tests of a JVM and ended with it; a
 * test that needs other settings starts one of its own.
 */
public final class EbmsServer extends TestApplication {
  /** An account with the role {@code messages} only. */
  public static final String BACK_END = "back-end";

  /** An account with the role {@code admin} only. */
  public static final String ADMINISTRATOR = "administrator";

  /** The setting by which errors are reported in the HTTP response. */
  public static final String ERRORS_IN_RESPONSE = "--reprise.ebms.error-reports=in-response";

  /** Where the shared server keeps messages while it reads them. */
  static final Path SPOOL = temporaryDirectory();

  // Kept, for tests ask often, and each new connection costs more than most of their questions.
  private final SingleConnectionDataSource connection;

  private EbmsServer(Database database, String... settings) {
    super(
        new SpringApplication(EbmsAdapterApplication.class),
        database,
        override(arguments(database), settings));
    connection =
        new SingleConnectionDataSource(
            database.jdbcUrl(), database.username(), database.password(), true);
  }

  /** Creates a directory that is deleted with the JVM. */
  static Path temporaryDirectory() {
    try {
      Path directory = Files.createTempDirectory("ebms");
      Runtime.getRuntime()
          .addShutdownHook(new Thread(() -> FileSystemUtils.deleteRecursively(directory.toFile())));
      return directory;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Shared {
    static final EbmsServer SERVER =
        start(
            // The same errors are found wherever they are reported.
            ERRORS_IN_RESPONSE,
            "--reprise.ebms.spool=" + SPOOL,
            "--reprise.ebms.allowed-hosts=localhost,127.0.0.1,[::1],beta.example");
  }

  private static final class Narrow {
    static final EbmsServer SERVER =
        start(
            "--reprise.ebms.send.queue-capacity=2",
            "--reprise.ebms.send.connections=1",
            "--reprise.ebms.send.breaker-calls=3",
            "--reprise.ebms.messages.look=100ms",
            "--reprise.ebms.messages.batch=4",
            "--reprise.database.lock-timeout=0",
            "--reprise.database.statement-timeout=0",
            "--reprise.database.socket-timeout=0",
            "--reprise.database.transaction-timeout=0");
  }

  /** What every instance in a test is started with. */
  public static List<String> arguments(Database database) {
    return settings(
        database,
        // As JSON, so that a test's own setting comes before it. The machine may be busy with other
        // things: no message is refused, sent again or given up for that. A test that ends need not
        // send what no partner takes.
        """
        --spring.application.json={"reprise.ebms.local-parties": "*",
          "reprise.ebms.send.close-within": "500ms",
          "reprise.ebms.send.connect-timeout": "1m",
          "reprise.ebms.send.response-timeout": "5m",
          "reprise.ebms.send.give-up-after": "10m",
          "reprise.ebms.send.max-wait": "10m",
          "reprise.ebms.send.breaker-open": "1s",
          "reprise.ebms.admission.max-wait": "10m"}\
        """,
        "--spring.datasource.hikari.maximum-pool-size=4",
        "--reprise.security.users[0].username=" + BACK_END,
        "--reprise.security.users[0].password=" + HASHED_PASSWORD,
        "--reprise.security.users[0].roles=messages",
        "--reprise.security.users[1].username=" + ADMINISTRATOR,
        "--reprise.security.users[1].password=" + HASHED_PASSWORD,
        "--reprise.security.users[1].roles=admin");
  }

  /** The server that tests share. */
  public static EbmsServer shared() {
    return Shared.SERVER;
  }

  /**
   * A shared server that takes little at a time: it has one connection to each partner, and queues
   * for two messages. Its statements wait without a limit.
   */
  public static EbmsServer narrow() {
    return Narrow.SERVER;
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

  @Override
  public synchronized long count(String sql) {
    return JdbcClient.create(connection).sql(sql).query(Long.class).single();
  }

  @Override
  public void close() {
    connection.destroy();
    super.close();
  }

  /** The value of a gauge without tags, without a request to the server. */
  public double gauge(String name) {
    return part(MeterRegistry.class).get(name).gauge().value();
  }
}

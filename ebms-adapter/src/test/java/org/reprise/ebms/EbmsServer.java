package org.reprise.ebms;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.reprise.ebms.EbmsClient.Answer;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestApplication;
import org.reprise.localstack.testing.TestDatabase;
import org.springframework.boot.SpringApplication;

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

  private EbmsServer(Database database, String... settings) {
    super(
        new SpringApplication(EbmsAdapterApplication.class),
        database,
        override(arguments(database), settings));
  }

  private static final class Shared {
    // The same errors are found wherever they are reported.
    static final EbmsServer SERVER = start(ERRORS_IN_RESPONSE);
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

  /** The value of a gauge without tags, without a request to the server. */
  public double gauge(String name) {
    return part(MeterRegistry.class).get(name).gauge().value();
  }
}

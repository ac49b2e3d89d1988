package org.reprise.ebms;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;
import org.reprise.localstack.testing.TestService;

/** The service as a separate process, to be killed, or to run short of memory. */
final class EbmsProcess extends TestService {
  private final Database database;

  private EbmsProcess(Database database, Path output, String... settings) {
    super(
        EbmsAdapterApplication.class,
        256,
        EbmsServer.override(EbmsServer.arguments(database), settings),
        output);
    this.database = database;
  }

  private static final class Shared {
    static final TestCa CA = new TestCa("shared");
    static final TestCa.Issued ALPHA = CA.issue(Cpas.ALPHA);
    static final TestCa.Issued BETA = CA.issue(Cpas.BETA);
    static final Path DIRECTORY = EbmsServer.temporaryDirectory();
    static final EbmsProcess PROCESS =
        start(
            TestDatabase.freshDatabase(),
            DIRECTORY.resolve("output"),
            "--reprise.ebms.limits.message=1GB",
            // The machine may be busy with other tests.
            "--reprise.ebms.limits.time=20m",
            "--reprise.ebms.send.response-timeout=20m",
            "--reprise.connections.header-time=20m",
            "--reprise.connections.body-time=20m",
            "--server.tomcat.connection-timeout=20m",
            "--reprise.ebms.security.key-store="
                + TestCa.keyStore(DIRECTORY.resolve("keys.p12"), ALPHA, BETA),
            "--reprise.ebms.security.key-store-password=" + TestCa.PASSWORD,
            "--reprise.ebms.security.key-alias=key0",
            "--reprise.ebms.security.trust-store="
                + TestCa.trustStore(DIRECTORY.resolve("trust.p12"), CA.certificate()),
            "--reprise.ebms.security.trust-store-password=" + TestCa.PASSWORD);
  }

  /** The process that tests of memory share; it has keys for both parties, and waits long. */
  static EbmsProcess shared() {
    return Shared.PROCESS;
  }

  /** What the shared process has written, and whether it lives. */
  static String sharedOutput() {
    try {
      return "%s, output: %s"
          .formatted(
              Shared.PROCESS.isAlive() ? "alive" : "ended",
              Files.readString(Shared.DIRECTORY.resolve("output")));
    } catch (IOException e) {
      return "no output: " + e;
    }
  }

  /** The certificates of ALPHA and BETA, whose keys the shared process has. */
  static X509Certificate alphaCertificate() {
    return Shared.ALPHA.certificate();
  }

  static X509Certificate betaCertificate() {
    return Shared.BETA.certificate();
  }

  static EbmsProcess start(Database database, Path output, String... settings) {
    return new EbmsProcess(database, output, settings);
  }

  Database database() {
    return database;
  }

  EbmsClient client() {
    return new EbmsClient(base(), EbmsServer.USERNAME, EbmsServer.PASSWORD);
  }

  /** Imports an agreement. */
  void agree(Cpas cpa) {
    EbmsClient.Answer answer = client().xml("POST", "/api/v1/agreements", cpa.xml());
    if (answer.status() != 201) {
      throw new IllegalStateException(answer.toString());
    }
  }
}

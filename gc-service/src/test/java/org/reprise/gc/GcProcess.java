package org.reprise.gc;

import java.nio.file.Path;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestService;

/** The service in a separate process, to be killed. */
public final class GcProcess extends TestService {
  private final String baseUri;

  private GcProcess(Database database, Path output, String baseUri, String... settings) {
    super(
        GcServiceApplication.class,
        256,
        GcServer.override(
            GcServer.settings(database, "--reprise.gc.base-uri=" + baseUri), settings),
        output);
    this.baseUri = baseUri;
  }

  /**
   * Starts the service and waits until it listens.
   *
   * @param baseUri what URIs begin with, wherever it listens
   */
  public static GcProcess start(
      Database database, Path output, String baseUri, String... settings) {
    return new GcProcess(database, output, baseUri, settings);
  }

  /** A client with the right credentials. */
  public GcClient client() {
    return new GcClient(base(), baseUri, GcServer.USERNAME, GcServer.PASSWORD);
  }
}

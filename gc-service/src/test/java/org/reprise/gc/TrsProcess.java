package org.reprise.gc;

import java.nio.file.Path;
import org.reprise.localstack.process.FreePort;
import org.reprise.localstack.testing.TestDatabase;
import org.reprise.localstack.testing.TestService;

/** trs-feed in a separate process: the applications of a test. */
public final class TrsProcess extends TestService {
  private TrsProcess(int port, Path output, String... settings) {
    super(
        "trs-feed",
        GcServer.override(
            GcServer.settings(TestDatabase.freshDatabase(), "--server.port=" + port), settings),
        output);
  }

  /** Starts it on a new database, and waits until it listens. */
  public static TrsProcess start(Path output, String... settings) {
    return new TrsProcess(FreePort.lasting(), output, settings);
  }

  /** A client with the right credentials. */
  public GcClient client() {
    return new GcClient(base(), base(), GcServer.USERNAME, GcServer.PASSWORD);
  }
}

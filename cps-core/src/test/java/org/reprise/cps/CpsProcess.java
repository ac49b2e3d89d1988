package org.reprise.cps;

import java.nio.file.Path;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestApplication;
import org.reprise.localstack.testing.TestService;

/** The service as a separate process, to be killed. */
public final class CpsProcess extends TestService {
  private static final int HEAP = 256;

  /** Starts one and waits until it listens. */
  public CpsProcess(Database database, Path output, String... settings) {
    super(CpsCoreApplication.class, HEAP, CpsServer.arguments(database, settings), output);
  }

  public CpsClient client() {
    return new CpsClient(base(), TestApplication.USERNAME, TestApplication.PASSWORD);
  }
}

package org.reprise.ldx;

import java.nio.file.Path;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestService;

/** The service in a separate process, to be killed. */
public final class LdxProcess extends TestService {
  private LdxProcess(int heap, Database database, Path output, String... settings) {
    super(
        LdxIndexerApplication.class,
        heap,
        LdxServer.override(LdxServer.arguments(database), settings),
        output);
  }

  /** Starts the service and waits until it listens. */
  public static LdxProcess start(Database database, Path output, String... settings) {
    return startWithHeap(256, database, output, settings);
  }

  /** The same with a heap in MiB; the process exits when it is exhausted. */
  public static LdxProcess startWithHeap(
      int heap, Database database, Path output, String... settings) {
    return new LdxProcess(heap, database, output, settings);
  }

  /** A client with the right credentials. */
  public LdxClient client() {
    return new LdxClient(base(), LdxServer.USERNAME, LdxServer.PASSWORD);
  }
}

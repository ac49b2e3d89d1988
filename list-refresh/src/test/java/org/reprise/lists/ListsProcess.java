package org.reprise.lists;

import java.nio.file.Path;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestService;

/** The service as a separate process, to be killed. */
public final class ListsProcess extends TestService {
  private ListsProcess(int heap, Database database, Path output, String... settings) {
    super(
        ListRefreshApplication.class,
        heap,
        ListsServer.override(ListsServer.arguments(database), settings),
        output);
  }

  /** Starts one and waits until it listens. */
  public static ListsProcess start(Database database, Path output, String... settings) {
    return startWithHeap(256, database, output, settings);
  }

  /** The same with a heap in MiB; the process exits when it is exhausted. */
  public static ListsProcess startWithHeap(
      int heap, Database database, Path output, String... settings) {
    return new ListsProcess(heap, database, output, settings);
  }

  /** A client of {@link ListsServer#TENANT}. */
  public ListsClient client() {
    return new ListsClient(base(), ListsServer.USERNAME, ListsServer.PASSWORD, ListsServer.TENANT);
  }
}

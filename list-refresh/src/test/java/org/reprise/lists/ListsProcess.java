package org.reprise.lists;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestService;

/** The service as a process of its own, to be killed. */
public final class ListsProcess implements AutoCloseable {
  private final TestService service;

  private ListsProcess(TestService service) {
    this.service = service;
  }

  /** Starts one and waits until it listens. */
  public static ListsProcess start(Database database, Path output, String... settings) {
    return startWithHeap(256, database, output, settings);
  }

  /** The same with a heap in MiB; the process exits when it is exhausted. */
  public static ListsProcess startWithHeap(
      int heap, Database database, Path output, String... settings) {
    List<String> arguments = new ArrayList<>(ListsServer.arguments(database));
    arguments.addAll(List.of(settings));
    return new ListsProcess(
        TestService.start(ListRefreshApplication.class, heap, arguments, output));
  }

  /** A client of {@link ListsServer#TENANT}. */
  public ListsClient client() {
    return new ListsClient(
        service.base(), ListsServer.USERNAME, ListsServer.PASSWORD, ListsServer.TENANT);
  }

  /** As {@code kill -STOP}: it does nothing until it is resumed; its connections stay open. */
  public void halt() {
    service.halt();
  }

  /** As {@code kill -CONT}. */
  public void resume() {
    service.resume();
  }

  /** As {@code kill -9}. */
  public void kill() {
    service.kill();
  }

  @Override
  public void close() {
    service.close();
  }
}

package org.reprise.ldx;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestService;

/** The service as a process of its own, to be killed. */
public final class LdxProcess implements AutoCloseable {
  private final TestService service;

  private LdxProcess(TestService service) {
    this.service = service;
  }

  /** Starts one and waits until it listens. */
  public static LdxProcess start(Database database, Path output, String... settings) {
    return startWithHeap(256, database, output, settings);
  }

  /** The same with a heap in MiB; the process exits when it is exhausted. */
  public static LdxProcess startWithHeap(
      int heap, Database database, Path output, String... settings) {
    List<String> arguments = new ArrayList<>(LdxServer.arguments(database));
    for (String setting : settings) {
      arguments.removeIf(base -> base.startsWith(setting.substring(0, setting.indexOf('=') + 1)));
    }
    arguments.addAll(List.of(settings));
    return new LdxProcess(TestService.start(LdxIndexerApplication.class, heap, arguments, output));
  }

  /** A client with the right credentials. */
  public LdxClient client() {
    return new LdxClient(service.base(), LdxServer.USERNAME, LdxServer.PASSWORD);
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

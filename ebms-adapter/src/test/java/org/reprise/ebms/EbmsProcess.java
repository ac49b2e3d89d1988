package org.reprise.ebms;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestService;

/** The service as a process of its own, to be killed. */
final class EbmsProcess implements AutoCloseable {
  private final TestService service;

  private EbmsProcess(TestService service) {
    this.service = service;
  }

  static EbmsProcess start(Database database, Path output, String... settings) {
    List<String> arguments = new ArrayList<>(EbmsServer.arguments(database));
    arguments.addAll(List.of(settings));
    return new EbmsProcess(TestService.start(EbmsAdapterApplication.class, 256, arguments, output));
  }

  EbmsClient client() {
    return new EbmsClient(service.base(), EbmsServer.USERNAME, EbmsServer.PASSWORD);
  }

  boolean isAlive() {
    return service.isAlive();
  }

  /** Stops it for a while, as by SIGSTOP. */
  void suspend() {
    service.halt();
  }

  /** Lets it go on. */
  void resume() {
    service.resume();
  }

  /** As {@code kill -9}. */
  void kill() {
    service.kill();
  }

  @Override
  public void close() {
    service.close();
  }
}

package org.reprise.ebms;

import java.nio.file.Path;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestService;

/** The service as a separate process, to be killed. */
final class EbmsProcess extends TestService {
  private EbmsProcess(Database database, Path output, String... settings) {
    super(
        EbmsAdapterApplication.class,
        256,
        EbmsServer.override(EbmsServer.arguments(database), settings),
        output);
  }

  static EbmsProcess start(Database database, Path output, String... settings) {
    return new EbmsProcess(database, output, settings);
  }

  EbmsClient client() {
    return new EbmsClient(base(), EbmsServer.USERNAME, EbmsServer.PASSWORD);
  }
}

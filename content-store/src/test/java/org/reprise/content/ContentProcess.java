package org.reprise.content;

import java.nio.file.Path;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestAnswer;
import org.reprise.localstack.testing.TestApplication;
import org.reprise.localstack.testing.TestClient;
import org.reprise.localstack.testing.TestService;

/** The service as a separate process, to be killed. */
public final class ContentProcess extends TestService {
  private ContentProcess(Database database, Path area, Path output, String... settings) {
    super(
        ContentStoreApplication.class,
        192,
        TestApplication.override(ContentServer.arguments(database, area), settings),
        output);
  }

  public static ContentProcess start(
      Database database, Path area, Path output, String... settings) {
    return new ContentProcess(database, area, output, settings);
  }

  public TestClient<TestAnswer> client() {
    return new TestClient<>(
        base(), TestApplication.USERNAME, TestApplication.PASSWORD, TestAnswer::new);
  }
}

package org.reprise.content;

import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.apache.catalina.Engine;
import org.apache.catalina.Host;
import org.apache.coyote.AbstractProtocol;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestAnswer;
import org.reprise.localstack.testing.TestApplication;
import org.reprise.localstack.testing.TestClient;
import org.reprise.localstack.testing.TestDatabase;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.web.context.support.WebApplicationContextUtils;

/** The service over a real PostgreSQL and a folder of its own. */
public final class ContentServer extends TestApplication {
  /** Accounts of the shared server besides the one with all roles. */
  public static final String READER = "ruth";

  public static final String EDITOR = "ed";

  private final Path area;

  private ContentServer(Database database, Path area, String... settings) {
    super(
        new SpringApplication(ContentStoreApplication.class),
        database,
        override(arguments(database, area), settings));
    this.area = area;
  }

  private static final class Shared {
    static final ContentServer SERVER =
        start(
            TestDatabase.freshDatabase(),
            folder(),
            "--reprise.security.users[0].username=" + READER,
            "--reprise.security.users[0].password=" + HASHED_PASSWORD,
            "--reprise.security.users[0].roles=reader",
            "--reprise.security.users[1].username=" + EDITOR,
            "--reprise.security.users[1].password=" + HASHED_PASSWORD,
            "--reprise.security.users[1].roles=editor");
  }

  private static Path folder() {
    try {
      Path folder = Files.createTempDirectory("content-area-");
      folder.toFile().deleteOnExit();
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The one server of most tests. */
  public static ContentServer shared() {
    return Shared.SERVER;
  }

  public static ContentServer start(Database database, Path area, String... settings) {
    return new ContentServer(database, area, settings);
  }

  /** What every instance in a test is started with. */
  public static List<String> arguments(Database database, Path area) {
    return settings(
        database,
        "--reprise.content.areas[0].name=main",
        "--reprise.content.areas[0].location=" + area,
        "--reprise.content.rendition.timeout=10m",
        "--reprise.content.sweep-interval=1d");
  }

  public TestClient<TestAnswer> client() {
    return client(USERNAME);
  }

  public TestClient<TestAnswer> client(String username) {
    return new TestClient<>(base(), username, PASSWORD, TestAnswer::new);
  }

  /** Returns the container, for what a test adds to it. */
  public Host host() {
    var context =
        (ServletWebServerApplicationContext)
            WebApplicationContextUtils.getRequiredWebApplicationContext(part(ServletContext.class));
    TomcatWebServer server = (TomcatWebServer) context.getWebServer();
    return Objects.requireNonNull(server).getTomcat().getHost();
  }

  /** Returns the protocol of the connector. */
  public AbstractProtocol<?> protocol() {
    Engine engine = (Engine) Objects.requireNonNull(host().getParent());
    return (AbstractProtocol<?>) engine.getService().findConnectors()[0].getProtocolHandler();
  }

  /** Where the contents are. */
  public Path area() {
    return area;
  }
}

package org.reprise.load.deploy;

import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.SQLException;
import java.time.Duration;
import javax.net.ssl.SSLException;
import org.reprise.localstack.postgres.Database;

/**
 * Asks what somebody else started, before anything is measured, whether it answers and takes the
 * credentials. An {@link EnvironmentException} says what is wrong and what to do about it.
 */
public final class Probe {
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final String START =
      "docker compose up -d starts and publishes it, docker compose ps tells its state";

  private Probe() {}

  /**
   * Asks for something that only a service's users may read. Any answer but a refusal of the
   * credentials will do: what is measured may not know the path.
   */
  static void service(Target target, URI uri, Credentials credentials) throws InterruptedException {
    var compose = target instanceof Target.Compose;
    var request = HttpRequest.newBuilder(uri).header("Authorization", credentials.authorization());
    try {
      var status = status(request, LIMIT);
      if (status == 401 || status == 403) {
        var advice =
            compose
                ? "containers keep the password that they were started with; docker compose up -d"
                    + " gives them that of the environment or .env"
                : "give others by --username with --password-file";
        var user = credentials.username();
        throw new EnvironmentException(
            "%s refuses the user '%s' (%d): %s".formatted(uri, user, status, advice));
      }
    } catch (IOException e) {
      var advice = compose ? START : "start it, or name another --target";
      throw new EnvironmentException("%s does not answer (%s): %s".formatted(uri, e, advice), e);
    }
  }

  /**
   * Returns the origin of a service at a port of this machine: https where it answers plain
   * requests with 400, as Tomcat does where it expects TLS.
   */
  public static URI loopback(int port, Duration limit) throws InterruptedException {
    var plain = URI.create("http://127.0.0.1:" + port + "/");
    try {
      return status(HttpRequest.newBuilder(plain), limit) == 400
          ? URI.create("https://127.0.0.1:" + port + "/")
          : plain;
    } catch (IOException e) {
      return plain;
    }
  }

  /**
   * Returns the status of an answer within the limit, its body read to its end. Certificates of
   * this machine's own services are not looked at: they name partners, not loopback.
   */
  public static int status(HttpRequest.Builder builder, Duration limit)
      throws IOException, InterruptedException {
    var request = builder.build();
    var client =
        "https".equals(request.uri().getScheme()) && "127.0.0.1".equals(request.uri().getHost())
            ? HttpCalls.builder(limit).sslContext(anyCertificate().context()).build()
            : HttpCalls.builder(limit).build();
    try {
      return HttpCalls.exchange(client, request, BodyHandlers.discarding(), limit).statusCode();
    } finally {
      client.shutdownNow();
    }
  }

  private static JdkSslContext anyCertificate() throws SSLException {
    var trusting = InsecureTrustManagerFactory.INSTANCE;
    return (JdkSslContext)
        SslContextBuilder.forClient().sslProvider(SslProvider.JDK).trustManager(trusting).build();
  }

  static void database(Database database) {
    try {
      database.connect(LIMIT).close();
    } catch (SQLException e) {
      throw new EnvironmentException(
          "%s cannot be used (%s): %s; it keeps the password that it was made with, whatever %s is now"
              .formatted(database, e.getMessage(), START, EnvFile.POSTGRES_PASSWORD),
          e);
    }
  }

  /** Asks whether anything listens at a port of docker-compose.yml. */
  static void port(int port) {
    try (var _ = new Socket("127.0.0.1", port)) {
      return;
    } catch (IOException e) {
      throw new EnvironmentException(
          "nothing listens at 127.0.0.1:%d: %s".formatted(port, START), e);
    }
  }
}

package org.reprise.load.deploy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.sql.SQLException;
import java.time.Duration;
import org.reprise.localstack.Database;

/**
 * Asks what somebody else started, before anything is measured, whether it answers and takes the
 * credentials: what is wrong then is said once, with what to do about it.
 */
public final class Probe {
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final String INVALID_AUTHORIZATION = "28";

  private Probe() {}

  /**
   * Asks a service. An answer other than a refusal of the credentials is as good as any: what is
   * measured may not know the path.
   *
   * @param target that the service is part of
   * @param uri of something that only its users may read
   * @throws EnvironmentException where nothing answers or the credentials are refused
   */
  public static void service(Target target, URI uri, Credentials credentials)
      throws InterruptedException {
    var request = HttpRequest.newBuilder(uri).header("Authorization", credentials.basicHeader());
    try {
      var status = status(request, LIMIT);
      if (status == 401 || status == 403) {
        throw new EnvironmentException(
            "%s refuses the user '%s' (%d): %s"
                .formatted(uri, credentials.username(), status, otherCredentials(target)));
      }
    } catch (IOException e) {
      throw new EnvironmentException(
          "%s does not answer (%s): %s".formatted(uri, reason(e), start(target)), e);
    }
  }

  /**
   * The status of an answer, whose body is read to its end: a request's own limit ends with the
   * header, and a body may still take for ever.
   *
   * @throws HttpTimeoutException where it takes longer
   * @throws IOException where there is no answer
   */
  public static int status(HttpRequest.Builder request, Duration limit)
      throws IOException, InterruptedException {
    var http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(limit)
            .build();
    try {
      return HttpCalls.exchange(http, request.build(), BodyHandlers.discarding(), limit)
          .statusCode();
    } finally {
      http.shutdownNow();
    }
  }

  private static String otherCredentials(Target target) {
    return target instanceof Target.Compose
        ? "containers keep the password that they were started with; docker compose up -d gives"
            + " them "
            + EnvFile.PASSWORD
            + " of the environment or .env"
        : "say others by --username with --password-file, or by "
            + EnvFile.USERNAME
            + " and "
            + EnvFile.PASSWORD
            + " in the environment";
  }

  private static String start(Target target) {
    return target instanceof Target.Compose
        ? "docker compose up -d starts it, docker compose ps tells its state"
        : "start it, or name another --target";
  }

  private static String reason(IOException failure) {
    return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
  }

  /**
   * Asks a database of docker-compose.yml.
   *
   * @throws EnvironmentException where it does not answer or refuses the password
   */
  public static void database(Database database) {
    try {
      database.connect(LIMIT).close();
    } catch (SQLException e) {
      var state = e.getSQLState();
      throw new EnvironmentException(
          state != null && state.startsWith(INVALID_AUTHORIZATION)
              ? "%s refuses the password: it keeps the one that it was made with, and %s of the environment or .env is another (docker compose down --volumes takes it away with its data)"
                  .formatted(database, EnvFile.POSTGRES_PASSWORD)
              : "%s does not answer (%s): docker compose up -d starts and publishes it, docker compose ps tells its state"
                  .formatted(database, e.getMessage()),
          e);
    }
  }

  /**
   * Asks whether anything listens at a port of docker-compose.yml.
   *
   * @throws EnvironmentException where nothing does
   */
  public static void port(int port) {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress("127.0.0.1", port), (int) LIMIT.toMillis());
    } catch (IOException e) {
      throw new EnvironmentException(
          "nothing listens at 127.0.0.1:%d: docker compose up -d starts and publishes it, docker compose ps tells its state"
              .formatted(port),
          e);
    }
  }
}

package org.reprise.load.process;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.util.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The engine that containers run in, by the Docker Engine API, as far as measuring needs it: which
 * container is published at a port, and what it has used. {@code DOCKER_HOST} names another engine
 * than the usual one, as for Docker's own command.
 */
public final class ContainerEngine implements AutoCloseable {
  private static final String HOST = "DOCKER_HOST";
  private static final String UNIX = "unix://";
  private static final String TCP = "tcp://";
  private static final Timeout LIMIT = Timeout.of(2, TimeUnit.SECONDS);
  private static final JsonMapper JSON = JsonMapper.shared();

  private final String address;
  private final URI base;
  private final CloseableHttpClient http;

  private ContainerEngine(String address, URI base, RequestConfig.Builder requests) {
    this.address = address;
    this.base = base;
    this.http =
        HttpClients.custom()
            .setConnectionManager(
                PoolingHttpClientConnectionManagerBuilder.create()
                    .setMaxConnPerRoute(32)
                    .setDefaultConnectionConfig(
                        ConnectionConfig.custom().setConnectTimeout(LIMIT).build())
                    .build())
            .setDefaultRequestConfig(
                requests.setResponseTimeout(LIMIT).setConnectionRequestTimeout(LIMIT).build())
            .disableAutomaticRetries()
            .disableRedirectHandling()
            .build();
  }

  /**
   * The engine that the environment names, else the one of this machine.
   *
   * @throws IOException where it can be reached by neither a socket nor plain TCP
   */
  public static ContainerEngine of(Map<String, String> environment) throws IOException {
    var host = environment.getOrDefault(HOST, "");
    if (host.startsWith(TCP)) {
      try {
        return new ContainerEngine(
            host, new URI("http://" + host.substring(TCP.length())), RequestConfig.custom());
      } catch (URISyntaxException e) {
        throw new IOException("%s is no address: '%s'".formatted(HOST, host), e);
      }
    }
    if (!host.isEmpty() && !host.startsWith(UNIX)) {
      throw new IOException("%s is neither %s nor %s: '%s'".formatted(HOST, UNIX, TCP, host));
    }
    var socket = host.isEmpty() ? usual(environment) : Path.of(host.substring(UNIX.length()));
    return new ContainerEngine(
        UNIX + socket,
        URI.create("http://localhost"),
        RequestConfig.custom().setUnixDomainSocket(socket));
  }

  /** Of the whole machine, else of this user alone. */
  private static Path usual(Map<String, String> environment) {
    var ofMachine = Path.of("/var/run/docker.sock");
    return Stream.of(
            ofMachine,
            Path.of(environment.getOrDefault("HOME", ""), ".docker/run/docker.sock"),
            Path.of(environment.getOrDefault("XDG_RUNTIME_DIR", ""), "docker.sock"))
        .filter(Files::exists)
        .findFirst()
        .orElse(ofMachine);
  }

  /**
   * The running container that is published at a port of this machine.
   *
   * @throws IOException where the engine does not answer
   */
  public Optional<Container> publishing(int port) throws IOException {
    for (var found : get("/containers/json")) {
      for (var published : found.path("Ports")) {
        if (published.path("PublicPort").asInt(0) == port) {
          return Optional.of(new Container(this, found.path("Id").asString("")));
        }
      }
    }
    return Optional.empty();
  }

  JsonNode get(String path) throws IOException {
    try {
      return http.execute(
          new HttpGet(base.resolve(path)),
          answer -> {
            var body = EntityUtils.toString(answer.getEntity());
            if (answer.getCode() != 200) {
              throw new IOException("answered %d: %s".formatted(answer.getCode(), body.strip()));
            }
            return JSON.readTree(body);
          });
    } catch (IOException | RuntimeException e) {
      throw new IOException(
          "the container engine at %s cannot be asked (%s)".formatted(address, e.getMessage()), e);
    }
  }

  @Override
  public void close() {
    http.close(org.apache.hc.core5.io.CloseMode.IMMEDIATE);
  }
}

package org.reprise.load.ebms;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.reprise.load.ebms.EbmsPing.Party;

/**
 * A small ebMS 2.0 handler that is not ours: accepts a Ping with 200 and an empty body, and sends
 * the Pong to the endpoint of an agreement that it was given. It takes agreements as ebms-adapter
 * does, and none at all where it knows one from the beginning.
 */
public final class StandInHandler implements AutoCloseable {
  private static final Pattern ENDPOINT = Pattern.compile("<tns:Endpoint tns:uri=\"([^\"]*)\"");
  private static final Pattern MESSAGE_ID = Pattern.compile("<eb:MessageId>([^<]*)<");
  private static final EbmsPing FLOW =
      new EbmsPing(
          EbmsSuite.CPA_ID,
          new Party(Party.OIN, EbmsSuite.FROM),
          new Party(Party.OIN, EbmsSuite.TO));

  private final HttpServer server;
  private final HttpClient client = HttpClient.newHttpClient();
  private final boolean answers;
  private volatile @Nullable URI pongs;

  /** Sends Pongs where it {@code answers}, to an endpoint that it may know. */
  public StandInHandler(boolean answers, @Nullable URI pongs) throws IOException {
    this.answers = answers;
    this.pongs = pongs;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/api/v1/agreements/", this::agreement);
    server.createContext("/ebms", this::ping);
    server.start();
  }

  public String base() {
    return "http://127.0.0.1:%d/ebms".formatted(server.getAddress().getPort());
  }

  private void agreement(HttpExchange exchange) throws IOException {
    try (exchange) {
      var endpoint = ENDPOINT.matcher(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
      var known = "Basic dXNlcjpzZWNyZXQ=";
      if (!known.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
        exchange.sendResponseHeaders(401, -1);
      } else if (endpoint.find()) {
        pongs = URI.create(endpoint.group(1));
        exchange.sendResponseHeaders(201, -1);
      } else {
        exchange.sendResponseHeaders(400, -1);
      }
    }
  }

  private void ping(HttpExchange exchange) throws IOException {
    var message = MESSAGE_ID.matcher(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
    try (exchange) {
      exchange.sendResponseHeaders(message.find() ? 200 : 400, -1);
    }
    var to = pongs;
    if (answers && to != null) {
      var pong =
          HttpRequest.newBuilder(to)
              .header("Content-Type", EbmsPing.CONTENT_TYPE)
              .POST(BodyPublishers.ofString(PartnerTest.pong(FLOW, message.group(1))));
      var unused = client.sendAsync(pong.build(), BodyHandlers.discarding());
    }
  }

  @Override
  public void close() {
    server.stop(0);
    client.shutdownNow();
  }
}

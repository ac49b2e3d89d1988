package org.reprise.load.cps;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What ONAP CPS 3.8 answers to the report's flow: numbers where the model has decimals and RFC 7951
 * would have strings, the root under the prefix of its module, all other names without one, a tree
 * alone by v2 and in an array by v3.
 */
public final class StandInCps implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.shared();

  private final HttpServer server;
  private final Map<String, String> trees = new ConcurrentHashMap<>();

  /** Listens on loopback, for the user {@code user} with the password {@code secret}. */
  public StandInCps() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/cps/api/", this::answer);
    server.start();
  }

  public String base() {
    return "http://127.0.0.1:%d/cps/api".formatted(server.getAddress().getPort());
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      var sent = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      var known = "Basic dXNlcjpzZWNyZXQ=";
      if (!known.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
        exchange.sendResponseHeaders(401, -1);
        return;
      }
      var uri = exchange.getRequestURI();
      var words = uri.getPath().split("/");
      var request = exchange.getRequestMethod() + " " + words[words.length - 1];
      var anchor = words.length > 7 ? words[7] : "";
      switch (request) {
        case "POST dataspaces" -> exchange.sendResponseHeaders(201, -1);
        case "POST schema-sets", "POST list-nodes" -> exchange.sendResponseHeaders(201, -1);
        case "GET anchors" -> {
          var all = JSON.createArrayNode();
          trees.keySet().forEach(it -> all.addObject().put("name", it));
          json(exchange, 200, all);
        }
        case "POST anchors" -> {
          trees.put(uri.getQuery().replaceAll(".*anchor-name=([^&]*).*", "$1"), "");
          exchange.sendResponseHeaders(201, -1);
        }
        case "POST nodes" -> {
          trees.put(anchor, sent);
          exchange.sendResponseHeaders(201, -1);
        }
        case "PUT nodes" -> exchange.sendResponseHeaders(200, -1);
        case "GET node" -> {
          var tree = JSON.createObjectNode();
          var networks = JSON.readTree(trees.getOrDefault(anchor, "{}")).properties().iterator();
          tree.set("nw:networks", asCps(networks.next().getValue()));
          json(
              exchange,
              200,
              words[3].equals("v2") ? tree : JSON.createArrayNode().add((JsonNode) tree));
        }
        default -> {
          var gone = exchange.getRequestMethod().equals("DELETE") ? trees.remove(anchor) : null;
          exchange.sendResponseHeaders(gone == null ? 404 : 204, -1);
        }
      }
    }
  }

  private static JsonNode asCps(JsonNode node) {
    if (node.isObject()) {
      var object = JSON.createObjectNode();
      node.properties()
          .forEach(it -> object.set(it.getKey().replaceFirst("^.*:", ""), asCps(it.getValue())));
      return object;
    }
    if (node.isArray()) {
      var array = JSON.createArrayNode();
      node.forEach(it -> array.add(asCps(it)));
      return array;
    }
    return node.asString("").matches("[1-9]\\d*(\\.\\d+)?") ? JSON.readTree(node.asString()) : node;
  }

  private static void json(HttpExchange exchange, int status, @Nullable JsonNode body)
      throws IOException {
    var bytes = JSON.writeValueAsBytes(body);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}

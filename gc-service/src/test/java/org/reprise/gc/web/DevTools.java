package org.reprise.gc.web;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One page's session of the Chrome DevTools Protocol over the JDK's WebSocket. */
final class DevTools implements WebSocket.Listener, AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int LIMIT_SECONDS = 300;

  private final AtomicLong numbers = new AtomicLong();
  private final Map<Long, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
  private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
  // The JavaScript of each frame, by the frame's id.
  private final Map<String, Integer> contexts = new ConcurrentHashMap<>();
  private final StringBuilder message = new StringBuilder();
  private final WebSocket socket;

  DevTools(HttpClient http, URI address) {
    socket = http.newWebSocketBuilder().buildAsync(address, this).join();
  }

  /** Asks for something, and waits for the answer. */
  JsonNode ask(String method, Map<String, ?> parameters) {
    long number = numbers.incrementAndGet();
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    waiting.put(number, answer);
    socket
        .sendText(
            JSON.writeValueAsString(Map.of("id", number, "method", method, "params", parameters)),
            true)
        .join();
    JsonNode reply = answer.orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).join();
    if (reply.has("error")) {
      throw new IllegalStateException(method + ": " + reply.path("error"));
    }
    return reply.path("result");
  }

  /** Where the JavaScript of a frame runs. */
  int context(String frame) {
    return Objects.requireNonNull(contexts.get(frame), frame);
  }

  private void note(JsonNode event) {
    String method = event.path("method").asString("");
    if (method.equals("Runtime.executionContextCreated")) {
      JsonNode context = event.path("params").path("context");
      if (context.path("auxData").path("isDefault").asBoolean(false)) {
        contexts.put(
            context.path("auxData").path("frameId").asString(), context.path("id").asInt());
      }
    }
    events.add(method);
  }

  /** Forgets the events that came. */
  void forget() {
    events.clear();
  }

  /** Waits for an event. */
  void await(String method) {
    try {
      String event;
      do {
        event = events.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
        if (event == null) {
          throw new IllegalStateException("no " + method + " within the limit");
        }
      } while (!event.equals(method));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean isLast) {
    message.append(part);
    if (isLast) {
      JsonNode reply = JSON.readTree(message.toString());
      message.setLength(0);
      CompletableFuture<JsonNode> answer = waiting.remove(reply.path("id").asLong(0));
      if (answer != null) {
        answer.complete(reply);
      } else {
        note(reply);
      }
    }
    from.request(1);
    return CompletableFuture.completedStage(null);
  }

  @Override
  public void onError(WebSocket from, Throwable error) {
    waiting.values().forEach(answer -> answer.completeExceptionally(error));
  }

  @Override
  public void close() {
    socket.abort();
  }
}

package org.reprise.oslc.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.jena.atlas.io.IO;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.http.HttpHeaders;

/**
 * Sends requests to other servers by HTTP/1.1. Each exchange has a limit of bytes, and of time,
 * from the look-up of the host's name to the last byte. Credentials go to the addresses that they
 * are for; redirections are not followed.
 */
public final class BoundedHttpClient implements AutoCloseable {
  static final int MAX_PORT = 65_535;

  // Requests begin here, since the look-up of a name may take long.
  private static final Executor THREADS =
      Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name("http-", 0).factory());

  private final HttpClient client;
  private final Function<URI, @Nullable String> authorization;

  /**
   * Creates a client.
   *
   * @param authorization returns the header {@code Authorization} for a URI; null for none
   */
  public BoundedHttpClient(Duration connectTimeout, Function<URI, @Nullable String> authorization) {
    this.authorization = authorization;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(connectTimeout)
            // Its tasks hand bytes on and never wait. A request takes 40 µs of processor time, 12
            // of
            // them for its first thread; with a pool of threads it took 70 to 120.
            .executor(Runnable::run)
            .build();
  }

  /** Returns the header {@code Authorization} for HTTP Basic; null without credentials. */
  public static @Nullable String basic(@Nullable String username, @Nullable String password) {
    return username == null || password == null
        ? null
        : "Basic " + HttpHeaders.encodeBasicAuth(username, password, StandardCharsets.UTF_8);
  }

  /**
   * Returns a handler of bodies in memory. {@code ofByteArray()} keeps the buffers as they come,
   * and one of a chunk of one byte takes sixty bytes of the heap.
   */
  public static BodyHandler<byte[]> bytes() {
    return head -> {
      ByteArrayOutputStream body = new ByteArrayOutputStream();
      return BodySubscribers.mapping(
          BodySubscribers.ofByteArrayConsumer(part -> part.ifPresent(body::writeBytes)),
          end -> body.toByteArray());
    };
  }

  /** The body of a response exceeds the limit. */
  public static final class ResponseTooLong extends IOException {
    private static final long serialVersionUID = 1;

    ResponseTooLong(long max) {
      super("the response has more than %,d bytes".formatted(max));
    }
  }

  /** A response that is awaited. */
  public record Pending<T>(
      CompletableFuture<CompletableFuture<HttpResponse<T>>> exchange,
      long maxBytes,
      Duration timeout,
      long deadline) {
    /**
     * Waits until the response was handled, at most until the exchange's time is over.
     *
     * @throws HttpTimeoutException when it was not whole in time
     * @throws ConnectException when there was no connection
     * @throws ResponseTooLong when it exceeds the limit
     * @throws IOException when it breaks off or is no HTTP
     */
    public HttpResponse<T> get() throws IOException, InterruptedException {
      try {
        return exchange
            .thenCompose(it -> it)
            .get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        cancel();
        throw e;
      } catch (TimeoutException e) {
        cancel();
        throw new HttpTimeoutException(
            "no whole response within %,d ms".formatted(timeout.toMillis()));
      } catch (ExecutionException e) {
        throw failure(e);
      }
    }

    private IOException failure(ExecutionException thrown) {
      Throwable root = NestedExceptionUtils.getMostSpecificCause(thrown);
      // The JDK has no type for it.
      if (String.valueOf(root.getMessage()).startsWith("body exceeds capacity")) {
        return new ResponseTooLong(maxBytes);
      }
      Throwable cause = Objects.requireNonNullElse(thrown.getCause(), thrown);
      return switch (cause) {
        case HttpConnectTimeoutException late -> new ConnectException("no connection in time");
        case ConnectException refused -> new ConnectException("no connection");
        default ->
            new IOException(
                Objects.requireNonNullElse(cause.getMessage(), cause.toString()), cause);
      };
    }

    /** Closes the connection unless the body was read. */
    public void cancel() {
      exchange.thenAccept(begun -> {
        begun.cancel(true);
        // Nobody else has the stream of a response that came before that.
        begun.thenAccept(
            response -> IO.closeSilent(response.body() instanceof InputStream body ? body : null));
      });
    }
  }

  /**
   * Sends a request without waiting for the response. The caller ends it by {@link Pending#get} or
   * {@link Pending#cancel}.
   *
   * @param request adds method and headers
   * @throws IllegalArgumentException when the URI is no address of a server
   */
  public <T> Pending<T> begin(
      URI uri,
      Consumer<HttpRequest.Builder> request,
      BodyHandler<T> body,
      long maxBytes,
      Duration timeout) {
    if (uri.getPort() > MAX_PORT) {
      throw new IllegalArgumentException("the port is above " + MAX_PORT);
    }
    long deadline = System.nanoTime() + timeout.toNanos();
    HttpRequest.Builder builder = HttpRequest.newBuilder(uri);
    String credentials = authorization.apply(uri);
    if (credentials != null) {
      builder.header("Authorization", credentials);
    }
    request.accept(builder);
    HttpRequest built = builder.build();
    return new Pending<>(
        CompletableFuture.supplyAsync(
            () -> client.sendAsync(built, BodyHandlers.limiting(body, maxBytes)), THREADS),
        maxBytes,
        timeout,
        deadline);
  }

  /** Cancels running exchanges. */
  @Override
  public void close() {
    client.shutdownNow();
  }
}

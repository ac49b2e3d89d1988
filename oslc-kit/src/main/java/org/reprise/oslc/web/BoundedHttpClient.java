package org.reprise.oslc.web;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.SocketException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.apache.commons.io.input.BoundedInputStream;
import org.apache.commons.io.input.ProxyInputStream;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.classic.MinimalHttpClient;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.EndpointDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParserFactory;
import org.apache.hc.core5.http.io.HttpMessageParser;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * Sends requests to other servers by HTTP/1.1, over connections that stay open. Each exchange has a
 * limit of bytes, and of time, from the look-up of the host's name to the last byte. Credentials go
 * to the addresses that they are for; redirections are not followed.
 *
 * <p>It is Apache's blocking client, for virtual threads: the JDK's hands each response from a
 * thread of its own to the caller's, and took a third more processor time of a proxy.
 */
public final class BoundedHttpClient implements AutoCloseable {
  static final int MAX_PORT = 65_535;

  private static final Set<String> SCHEMES = Set.of("http", "https");
  private static final URI ROOT = URI.create("/");
  private static final Pattern NOT_ASCII = Pattern.compile("[^\\p{ASCII}]+");
  // Never reached: callers limit what they send at once.
  private static final int MAX_CONNECTIONS = 20_000;
  private static final int MAX_HEADER_LINE = 16 * 1024;
  private static final int MAX_HEADERS = 100;
  private static final int MAX_TRAILERS = 8;
  private static final int MAX_HEAD = 64 * 1024;
  private static final TimeValue IDLE = TimeValue.ofSeconds(15);
  private static final TimeValue VALIDATE_AFTER = TimeValue.ofSeconds(1);

  private static final ScopedValue<Long> DEADLINE = ScopedValue.newInstance();
  // A look-up cannot be interrupted, and would hold the carrier of a virtual thread.
  private static final ExecutorService LOOK_UPS =
      Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name("look-up-", 0).factory());
  private static final ScheduledThreadPoolExecutor TIMEOUTS =
      new ScheduledThreadPoolExecutor(
          1, Thread.ofPlatform().daemon().name("http-timeouts").factory());

  static {
    TIMEOUTS.setRemoveOnCancelPolicy(true);
  }

  private final Function<URI, @Nullable String> authorization;
  private final Duration connectTimeout;
  private final Future<?> eviction;
  private volatile PoolingHttpClientConnectionManager connections;
  private volatile MinimalHttpClient client;

  /**
   * Creates a client.
   *
   * @param connectTimeout for each address of a host; an exchange lasts as long where its own limit
   *     is shorter
   * @param authorization returns the header {@code Authorization} for a URI; null for none
   */
  public BoundedHttpClient(Duration connectTimeout, Function<URI, @Nullable String> authorization) {
    this(connectTimeout, authorization, IDLE);
  }

  BoundedHttpClient(
      Duration connectTimeout, Function<URI, @Nullable String> authorization, TimeValue idle) {
    this.authorization = authorization;
    this.connectTimeout = connectTimeout;
    open();
    // Not on the thread of the time limits: a peer may keep a TLS connection from closing.
    Runnable evict = () -> Thread.startVirtualThread(() -> connections.closeIdle(idle));
    this.eviction =
        TIMEOUTS.scheduleWithFixedDelay(
            evict, idle.getDuration(), idle.getDuration(), idle.getTimeUnit());
  }

  private void open() {
    connections =
        PoolingHttpClientConnectionManagerBuilder.create()
            // A lock for each server, and no limit of all.
            .setPoolConcurrencyPolicy(PoolConcurrencyPolicy.LAX)
            .setMaxConnPerRoute(MAX_CONNECTIONS)
            .setDnsResolver(new BoundedLookUp())
            .setConnectionFactory(
                ManagedHttpClientConnectionFactory.builder()
                    .http1Config(lines(MAX_TRAILERS))
                    .responseParserFactory(_ -> boundedHeads())
                    .build())
            .setDefaultConnectionConfig(
                ConnectionConfig.custom()
                    .setConnectTimeout(Timeout.of(connectTimeout))
                    .setValidateAfterInactivity(VALIDATE_AFTER)
                    .build())
            .build();
    client = HttpClients.createMinimal(connections);
  }

  private static Http1Config lines(int max) {
    return Http1Config.custom().setMaxLineLength(MAX_HEADER_LINE).setMaxHeaderCount(max).build();
  }

  // Without a limit of its bytes a head may have each header at its longest: 3 MB of heap.
  private static HttpMessageParser<ClassicHttpResponse> boundedHeads() {
    HttpMessageParser<ClassicHttpResponse> parser =
        new DefaultHttpResponseParserFactory(lines(MAX_HEADERS)).create();
    return (buffer, in) ->
        parser.parse(
            buffer,
            BoundedInputStream.builder()
                .setInputStream(in)
                .setMaxCount(MAX_HEAD)
                .setOnMaxCount((_, _) -> {
                  throw new MessageConstraintException("Maximum length of all headers exceeded");
                })
                .get());
  }

  /** Returns the header {@code Authorization} for HTTP Basic; null without credentials. */
  public static @Nullable String basic(@Nullable String username, @Nullable String password) {
    return username == null || password == null
        ? null
        : "Basic " + HttpHeaders.encodeBasicAuth(username, password, StandardCharsets.UTF_8);
  }

  private static final class BoundedLookUp extends SystemDefaultDnsResolver {
    // While a name server does not answer, a name holds one thread, however many ask for it.
    private static final Map<String, Future<InetAddress[]>> RUNNING = new ConcurrentHashMap<>();

    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
      Future<InetAddress[]> lookUp =
          RUNNING.computeIfAbsent(
              host,
              name ->
                  LOOK_UPS.submit(() -> {
                    try {
                      return super.resolve(name);
                    } finally {
                      RUNNING.remove(name);
                    }
                  }));
      try {
        return lookUp.get(DEADLINE.get() - System.nanoTime(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (ExecutionException | TimeoutException e) {
        // Distinguished by the deadline.
      }
      throw new UnknownHostException(host);
    }
  }

  /** The body of a response exceeds the limit. */
  public static final class ResponseTooLong extends IOException {
    private static final long serialVersionUID = 1;

    ResponseTooLong(long max) {
      super("the response has more than %,d bytes".formatted(max));
    }
  }

  /**
   * Sends a request and waits for the head of the response.
   *
   * @param request adds headers and a body
   * @return to be closed
   * @throws IllegalArgumentException when the URI is no address of a server
   * @throws HttpTimeoutException when there is none in time
   * @throws ConnectException when there was no connection
   * @throws IOException when it breaks off, is no HTTP, or the thread, a virtual one, is
   *     interrupted
   */
  public Response send(
      String method, URI uri, Consumer<HttpUriRequestBase> request, long maxBytes, Duration timeout)
      throws IOException {
    HttpHost host = host(uri);
    HttpUriRequestBase sent = new HttpUriRequestBase(method, ROOT);
    sent.setPath(path(uri));
    String credentials = authorization.apply(uri);
    if (credentials != null) {
      sent.setHeader(HttpHeaders.AUTHORIZATION, credentials);
    }
    // The library's own limit for a silent server counts in milliseconds: it would speak earlier.
    sent.setConfig(RequestConfig.custom().setResponseTimeout(Timeout.DISABLED).build());
    request.accept(sent);
    return new Response(host, sent, maxBytes, timeout);
  }

  private static HttpHost host(URI uri) {
    String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
    if (uri.getHost() == null || !SCHEMES.contains(scheme)) {
      throw new IllegalArgumentException("it is no absolute http or https URI");
    }
    if (uri.getPort() == 0 || uri.getPort() > MAX_PORT) {
      throw new IllegalArgumentException("the port is not between 1 and " + MAX_PORT);
    }
    return new HttpHost(scheme, uri.getHost(), uri.getPort());
  }

  // Not by the URI's own method, which composes characters first: it would be another address.
  private static String path(URI uri) {
    String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    return NOT_ASCII
        .matcher(uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery())
        .replaceAll(part -> URLEncoder.encode(part.group(), StandardCharsets.UTF_8));
  }

  /** A response whose body is still to come. */
  public final class Response implements AutoCloseable {
    private final HttpUriRequestBase request;
    private final long maxBytes;
    private final Duration timeout;
    private final long deadline;
    private final Future<?> timer;
    private final ClassicHttpResponse response;
    private final HttpHeaders headers = new HttpHeaders();
    private HttpClientContext context = HttpClientContext.create();

    private Response(HttpHost host, HttpUriRequestBase request, long maxBytes, Duration timeout)
        throws IOException {
      this.request = request;
      this.maxBytes = maxBytes;
      this.timeout = timeout;
      this.deadline = System.nanoTime() + timeout.toNanos();
      this.timer = TIMEOUTS.schedule(request::cancel, timeout.toNanos(), TimeUnit.NANOSECONDS);
      try {
        this.response = ScopedValue.where(DEADLINE, deadline).call(() -> execute(host));
      } catch (IOException | RuntimeException e) {
        close();
        throw failure(e);
      } catch (Error e) {
        close();
        // It has closed its connections for good.
        open();
        throw e;
      }
      for (Header header : response.getHeaders()) {
        headers.add(header.getName(), header.getValue());
      }
    }

    private ClassicHttpResponse execute(HttpHost host) throws IOException {
      while (true) {
        try {
          return client.executeOpen(host, request, context);
        } catch (NoHttpResponseException | SocketException e) {
          EndpointDetails connection = context.getEndpointDetails();
          boolean isReused = connection != null && connection.getRequestCount() > 1;
          if (!isReused || !request.getMethod().equals("GET")) {
            throw e;
          }
          // The server may have closed the idle connection, and the next idle one, too.
          context = HttpClientContext.create();
        }
      }
    }

    private IOException failure(Exception thrown) {
      if (deadline - System.nanoTime() <= 0) {
        return new HttpTimeoutException(
            "no whole response within %,d ms".formatted(timeout.toMillis()));
      }
      return switch (thrown) {
        case ConnectTimeoutException _ -> new ConnectException("no connection in time");
        case ResponseTooLong longer -> longer;
        case IOException _ when context.getRequest() == null && !(thrown instanceof SSLException) ->
            new ConnectException("no connection");
        default ->
            new IOException(
                Objects.requireNonNullElse(thrown.getMessage(), thrown.toString()), thrown);
      };
    }

    public int status() {
      return response.getCode();
    }

    public HttpHeaders headers() {
      return headers;
    }

    /** Returns the length of the body in bytes; below 0 if it is not known. */
    public long length() {
      return response.getEntity() == null ? 0 : response.getEntity().getContentLength();
    }

    /**
     * Returns the body. Reading it throws {@link HttpTimeoutException} when it is not whole in
     * time, {@link ResponseTooLong} when it exceeds the limit, and {@link IOException} when it
     * breaks off.
     */
    public InputStream body() throws IOException {
      HttpEntity entity = response.getEntity();
      return entity == null ? InputStream.nullInputStream() : new Body(entity.getContent());
    }

    /** Closes the connection unless the body was read to its end. */
    @Override
    public void close() {
      timer.cancel(false);
      request.cancel();
    }

    private final class Body extends ProxyInputStream {
      private long length;

      Body(InputStream in) {
        super(in);
      }

      @Override
      protected void afterRead(int read) throws IOException {
        length += Math.max(0, read);
        if (length > maxBytes) {
          throw new ResponseTooLong(maxBytes);
        }
      }

      @Override
      protected void handleIOException(IOException thrown) throws IOException {
        throw failure(thrown);
      }
    }
  }

  /** Breaks running exchanges off. */
  @Override
  public void close() {
    eviction.cancel(false);
    client.close(CloseMode.IMMEDIATE);
  }
}

package org.reprise.ebms.send;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.classic.MinimalHttpClient;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.EofSensorInputStream;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.io.entity.EntityTemplate;
import org.apache.hc.core5.http.ssl.TLS;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.packaging.Body;
import org.springframework.boot.convert.DurationStyle;

/**
 * Posts messages over pooled keep-alive connections. Follows no redirects, keeps no cookies and
 * tries nothing again by itself, as HttpClient's "minimal" client does. Its "lax" pool has a lock
 * for each endpoint, so that no partner waits for another's connections.
 */
final class Outbound implements AutoCloseable {
  // Never reached: each queue has as many workers as its partner may have connections.
  private static final int MAX_CONNECTIONS = 20_000;
  private static final Timeout IDLE = Timeout.ofSeconds(15);
  private static final Pattern NOT_ASCII = Pattern.compile("[^\\p{ASCII}]+");

  private final SendSettings settings;
  private final @Nullable TlsSocketStrategy tls;
  private final ScheduledThreadPoolExecutor timeouts =
      new ScheduledThreadPoolExecutor(
          1, Thread.ofPlatform().daemon().name("send timeouts").factory());
  // Not the JDK's: this one blocks its thread, a cancelled request ends with its connection, and
  // whether that was ready for the message tells whether the partner may have it.
  private volatile PoolingHttpClientConnectionManager connections;
  private MinimalHttpClient client;
  private boolean closed;

  @SuppressWarnings("ArrayRecordComponent") // passed on, never changed
  record Answer(int status, String contentType, byte[] body) {}

  /** The partner has nothing of the message: the connection failed before any of it was written. */
  static final class NotSent extends IOException {
    private static final long serialVersionUID = 1L;

    NotSent(IOException reason) {
      super(reason);
    }
  }

  /** The message cannot be read here; the partner lacks part of it and is not to blame. */
  static final class Unreadable extends IOException {
    private static final long serialVersionUID = 1L;

    Unreadable(Throwable cause) {
      super("the message cannot be read here: " + cause, cause);
    }
  }

  // A payload comes from the database, which throws no IOException: that is the partner's.
  private static void write(Body body, OutputStream to) throws IOException {
    try {
      body.writeTo(to);
    } catch (RuntimeException | Error e) {
      // An Error, too: the client would close all partners' connections for it.
      throw new Unreadable(e);
    }
  }

  Outbound(SendSettings settings, @Nullable TlsSocketStrategy tls) {
    this.settings = settings;
    this.tls = tls;
    open();
    timeouts.setRemoveOnCancelPolicy(true);
    // Or a partner's idle connections, with their buffers, stay until the next message to it.
    Runnable evict = () -> Thread.startVirtualThread(() -> connections.closeIdle(IDLE));
    long pause = IDLE.toMilliseconds();
    var _ = timeouts.scheduleWithFixedDelay(evict, pause, pause, TimeUnit.MILLISECONDS);
  }

  private void open() {
    Timeout response = Timeout.of(settings.responseTimeout());
    connections =
        PoolingHttpClientConnectionManagerBuilder.create()
            .setTlsSocketStrategy(tls)
            .setPoolConcurrencyPolicy(PoolConcurrencyPolicy.LAX)
            .setConnPoolPolicy(PoolReusePolicy.LIFO)
            .setMaxConnPerRoute(MAX_CONNECTIONS)
            .setMaxConnTotal(MAX_CONNECTIONS)
            .setDefaultSocketConfig(
                SocketConfig.custom().setSoTimeout(response).setTcpNoDelay(true).build())
            .setDefaultConnectionConfig(
                ConnectionConfig.custom()
                    .setConnectTimeout(Timeout.of(settings.connectTimeout()))
                    .setSocketTimeout(response)
                    .setIdleTimeout(IDLE)
                    .setTimeToLive(Timeout.ofMinutes(1)) // or a revoked certificate stays in use
                    .setValidateAfterInactivity(TimeValue.ofSeconds(1))
                    .build())
            .setDefaultTlsConfig(
                TlsConfig.custom().setSupportedProtocols(TLS.V_1_2, TLS.V_1_3).build())
            .build();
    client = HttpClients.createMinimal(connections);
  }

  /**
   * Posts a message. The time-out of a connection bounds each read, and no write; so a limit on the
   * whole holds besides, for a partner that stops reading or that answers byte by byte.
   *
   * @throws Unreadable where the message cannot be read
   * @throws NotSent where the partner cannot be reached
   * @throws IOException where the partner does not answer; it may have the message
   */
  Answer post(URI endpoint, Body body) throws IOException {
    HttpHost host = new HttpHost(endpoint.getScheme(), endpoint.getHost(), endpoint.getPort());
    HttpUriRequestBase request = new HttpUriRequestBase("POST", endpoint);
    request.setPath(path(endpoint));
    request.setHeader("SOAPAction", "\"ebXML\"");
    // Whether the connection was ready for the message.
    AtomicBoolean begun = new AtomicBoolean();
    request.setEntity(
        new EntityTemplate(
            body.length(),
            ContentType.parse(body.contentType()),
            null,
            to -> {
              begun.set(true);
              write(body, to);
            }));
    MinimalHttpClient used = client();
    Future<?> timeout =
        timeouts.schedule(
            request::cancel, settings.exchangeTimeout().toNanos(), TimeUnit.NANOSECONDS);
    try {
      return used.execute(host, request, this::answer);
    } catch (IOException e) {
      IOException failure = request.isCancelled() ? tookTooLong(e) : e;
      throw begun.get() ? failure : new NotSent(failure);
    } catch (Error e) {
      replace(used);
      throw e;
    } finally {
      timeout.cancel(false);
    }
  }

  private IOException tookTooLong(IOException cause) {
    String limit = DurationStyle.SIMPLE.print(settings.exchangeTimeout());
    return (IOException)
        new SocketTimeoutException("not sent and answered within " + limit).initCause(cause);
  }

  private synchronized MinimalHttpClient client() {
    return client;
  }

  // The client closes its connections for good where an Error passes through it.
  private synchronized void replace(MinimalHttpClient used) {
    if (client == used && !closed) {
      open();
    }
  }

  // Not by the URI's own method, which composes characters first: it would be another address.
  private static String path(URI endpoint) {
    String path = endpoint.getRawPath().isEmpty() ? "/" : endpoint.getRawPath();
    return NOT_ASCII
        .matcher(endpoint.getRawQuery() == null ? path : path + "?" + endpoint.getRawQuery())
        .replaceAll(part -> URLEncoder.encode(part.group(), StandardCharsets.UTF_8));
  }

  private Answer answer(ClassicHttpResponse response) throws IOException {
    HttpEntity entity = response.getEntity();
    if (entity == null) {
      return new Answer(response.getCode(), "", new byte[0]);
    }
    try (InputStream content = entity.getContent()) {
      byte[] body = content.readNBytes(settings.maxAnswer());
      if (body.length == settings.maxAnswer()
          && content instanceof EofSensorInputStream connection) {
        // Closing the stream would read the rest of the answer, however long it is.
        connection.abort();
      }
      String contentType = entity.getContentType();
      return new Answer(response.getCode(), contentType == null ? "" : contentType, body);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    timeouts.shutdownNow();
    client.close(CloseMode.GRACEFUL);
  }
}

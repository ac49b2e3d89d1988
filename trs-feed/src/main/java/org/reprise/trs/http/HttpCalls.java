package org.reprise.trs.http;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hc.client5.http.HttpRequestRetryStrategy;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.routing.RoutingSupport;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.reprise.kit.work.Loop;

/**
 * Sends requests without a body over connections that stay open, from the thread that waits for the
 * answer: with a thread that reads for others a request took twice the CPU. Each has a bound of
 * time to the last byte of its answer. Redirections are not followed.
 */
public final class HttpCalls implements AutoCloseable {
  private static final int LONGEST_LINE = 16 * 1024;
  private static final int MOST_HEADERS = 200;
  private static final Duration LOOK = Duration.ofMillis(50);

  private final Timeout timeout;
  private final RequestConfig config;
  private final PoolingHttpClientConnectionManager connections;
  private final CloseableHttpClient client;
  private final Set<Exchange> underWay = ConcurrentHashMap.newKeySet();
  private final Loop watch;

  /**
   * Makes one.
   *
   * @param name of the thread that ends what is late
   * @param most requests at once; further ones wait for a connection up to the time-out
   * @param connectTimeout until a connection is there
   * @param timeout until an answer is there to its last byte
   */
  public HttpCalls(String name, int most, Duration connectTimeout, Duration timeout) {
    this.timeout = Timeout.of(timeout);
    this.config =
        RequestConfig.custom()
            .setConnectionRequestTimeout(this.timeout)
            .setResponseTimeout(this.timeout)
            .build();
    this.connections =
        PoolingHttpClientConnectionManagerBuilder.create()
            .setMaxConnTotal(most)
            .setMaxConnPerRoute(most)
            .setConnectionFactory(
                ManagedHttpClientConnectionFactory.builder()
                    .http1Config(
                        Http1Config.custom()
                            .setMaxLineLength(LONGEST_LINE)
                            .setMaxHeaderCount(MOST_HEADERS)
                            .build())
                    .build())
            .setDefaultConnectionConfig(
                ConnectionConfig.custom()
                    .setConnectTimeout(Timeout.of(connectTimeout))
                    .setSocketTimeout(this.timeout)
                    .build())
            .build();
    this.client =
        HttpClients.custom()
            .setConnectionManager(connections)
            .setRetryStrategy(new Again())
            .disableRedirectHandling()
            .disableCookieManagement()
            .disableAuthCaching()
            .disableContentCompression()
            .disableDefaultUserAgent()
            .build();
    this.watch = new Loop(name, this::endWhatIsLate);
    watch.start();
  }

  /**
   * Sends a request and waits for the head of its answer.
   *
   * @param method that may be sent twice: where a connection was closed before it was answered, it
   *     is sent again
   * @param uri absolute
   * @param headers whose values are visible ASCII
   * @return to be closed
   * @throws LateException where the head is not there in time
   * @throws IOException where there is no connection, or no answer that can be read
   */
  public HttpAnswer send(String method, URI uri, Map<String, String> headers) throws IOException {
    HttpUriRequestBase request = new HttpUriRequestBase(method, uri);
    request.setConfig(config);
    headers.forEach(request::setHeader);
    Exchange exchange = new Exchange(request, System.nanoTime() + timeout.toNanoseconds());
    underWay.add(exchange);
    boolean isAnswered = false;
    try {
      HttpAnswer answer =
          new HttpAnswer(
              client.executeOpen(RoutingSupport.determineHost(request), request, null),
              exchange,
              underWay);
      isAnswered = true;
      return answer;
    } catch (InterruptedIOException e) {
      // Of a read, a connection, or the wait for one of the pool.
      throw new LateException(e);
    } catch (HttpException e) {
      throw new IOException(e);
    } catch (IllegalStateException e) {
      throw new IOException("the service ends", e);
    } catch (IOException e) {
      throw exchange.isLate() ? new LateException(e) : e;
    } finally {
      if (!isAnswered) {
        underWay.remove(exchange);
      }
    }
  }

  private Duration endWhatIsLate() {
    long now = System.nanoTime();
    for (Exchange exchange : underWay) {
      if (exchange.deadline() - now < 0) {
        exchange.end();
      }
    }
    return LOOK;
  }

  /** A request and when it must be answered to the last byte. */
  static final class Exchange {
    private final HttpUriRequestBase request;
    private final long deadline;
    private volatile boolean isLate;

    Exchange(HttpUriRequestBase request, long deadline) {
      this.request = request;
      this.deadline = deadline;
    }

    long deadline() {
      return deadline;
    }

    /** Closes its connection: whoever reads from it hears so. */
    void end() {
      isLate = true;
      giveUp();
    }

    /** Closes its connection, unless that was given back because all was read. */
    void giveUp() {
      request.cancel();
    }

    boolean isLate() {
      return isLate;
    }
  }

  /** Once, where a connection that had stayed open turns out to be closed. */
  private final class Again implements HttpRequestRetryStrategy {
    @Override
    public boolean retryRequest(
        HttpRequest request, IOException exception, int attempts, HttpContext context) {
      boolean isAgain =
          attempts == 1
              && (exception instanceof NoHttpResponseException
                  || exception.getClass() == SocketException.class)
              && !(request instanceof HttpUriRequestBase sent && sent.isCancelled());
      if (isAgain) {
        // The server may have closed the others with it: the second time a new one is made.
        connections.closeIdle(TimeValue.ZERO_MILLISECONDS);
      }
      return isAgain;
    }

    @Override
    public boolean retryRequest(HttpResponse response, int attempts, HttpContext context) {
      return false;
    }

    @Override
    public TimeValue getRetryInterval(HttpResponse response, int attempts, HttpContext context) {
      return TimeValue.ZERO_MILLISECONDS;
    }

    @Override
    public TimeValue getRetryInterval(
        HttpRequest request, IOException exception, int attempts, HttpContext context) {
      return TimeValue.ZERO_MILLISECONDS;
    }
  }

  /** Closes all connections: requests that are under way fail. */
  @Override
  public void close() {
    client.close(CloseMode.IMMEDIATE);
    connections.close(CloseMode.IMMEDIATE);
    watch.close();
  }
}

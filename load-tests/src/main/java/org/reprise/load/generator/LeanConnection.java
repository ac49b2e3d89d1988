package org.reprise.load.generator;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.DefaultConnectionReuseStrategy;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.protocol.DefaultHttpProcessor;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.http.protocol.HttpProcessor;
import org.apache.hc.core5.http.protocol.RequestConnControl;
import org.apache.hc.core5.http.protocol.RequestContent;
import org.apache.hc.core5.http.protocol.RequestTargetHost;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.net.URIAuthority;
import org.jspecify.annotations.Nullable;
import org.reprise.load.deploy.Origin;

/**
 * A connection of HttpCore without a pool, which sends one request after another with little work
 * of its own. For one thread. It is opened by the first request, and again after a fault or an
 * answer with which the service ends it.
 */
public final class LeanConnection implements AutoCloseable {
  private static final HttpRequestExecutor EXECUTOR = new HttpRequestExecutor();
  // Without Expect: 100-continue, which costs another exchange for each request.
  private static final HttpProcessor HEADERS =
      new DefaultHttpProcessor(
          RequestTargetHost.INSTANCE, RequestContent.INSTANCE, RequestConnControl.INSTANCE);

  private final HttpHost host;
  private final int limitMs;
  private @Nullable DefaultBHttpClientConnection open;

  public LeanConnection(URI origin, Duration limit) {
    var at = URI.create(Origin.of(origin));
    this.host = new HttpHost(at.getScheme(), at.getHost(), at.getPort());
    this.limitMs = (int) limit.toMillis();
  }

  public record Answer(int status, String text) {}

  /** Sends a request; an {@link IOException} where no answer comes in time. */
  public Answer send(ClassicHttpRequest request) throws IOException {
    var connection = open == null ? connect() : open;
    // Left open only where the answer was read to its end.
    open = null;
    try {
      request.setScheme(host.getSchemeName());
      request.setAuthority(new URIAuthority(host));
      var context = HttpCoreContext.create();
      EXECUTOR.preProcess(request, HEADERS, context);
      try (var response = EXECUTOR.execute(request, connection, context)) {
        var entity = response.getEntity();
        var text = entity == null ? "" : EntityUtils.toString(entity, StandardCharsets.UTF_8);
        if (DefaultConnectionReuseStrategy.INSTANCE.keepAlive(request, response, context)) {
          open = connection;
        }
        return new Answer(response.getCode(), text);
      }
    } catch (HttpException e) {
      throw new IOException(e.getMessage(), e);
    } finally {
      if (open == null) {
        connection.close(CloseMode.IMMEDIATE);
      }
    }
  }

  private DefaultBHttpClientConnection connect() throws IOException {
    var secure = host.getSchemeName().equals("https");
    var socket = secure ? SSLSocketFactory.getDefault().createSocket() : new Socket();
    if (socket instanceof SSLSocket tls) {
      var parameters = tls.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      tls.setSSLParameters(parameters);
    }
    socket.connect(new InetSocketAddress(host.getHostName(), host.getPort()), limitMs);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(limitMs);
    var connection = new DefaultBHttpClientConnection(Http1Config.DEFAULT);
    connection.bind(socket);
    return connection;
  }

  @Override
  public void close() {
    if (open != null) {
      open.close(CloseMode.IMMEDIATE);
      open = null;
    }
  }
}

package org.reprise.ebms.send;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.classic.MinimalHttpClient;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.ssl.TLS;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.packaging.Body;
import org.reprise.ebms.packaging.EnvelopeBody;

/**
 * Posts envelopes over pooled keep-alive connections. Follows no redirects and keeps no cookies.
 * The minimal client leaves out what a message handler never needs; the lax pool keeps one
 * partner's connections apart from all others'.
 */
final class Outbound implements AutoCloseable {
  private static final ContentType TEXT_XML = ContentType.parse(EnvelopeBody.TEXT_XML);
  // What bounds connections is the number of workers of each queue.
  private static final int MOST_CONNECTIONS = 20_000;

  private final SendSettings settings;
  private final @Nullable TlsSocketStrategy tls;
  private final int largestAnswer;
  private MinimalHttpClient client;
  private boolean closed;

  /** What a partner answered. */
  @SuppressWarnings("ArrayRecordComponent") // passed on, never changed
  record Answer(int status, String contentType, byte[] body) {}

  Outbound(SendSettings settings, @Nullable TlsSocketStrategy tls) {
    this.settings = settings;
    this.tls = tls;
    this.largestAnswer = settings.largestAnswer();
    this.client = newClient(settings, tls);
  }

  private static MinimalHttpClient newClient(
      SendSettings settings, @Nullable TlsSocketStrategy tls) {
    Timeout response = Timeout.of(settings.responseTimeout());
    PoolingHttpClientConnectionManagerBuilder builder =
        PoolingHttpClientConnectionManagerBuilder.create();
    if (tls != null) {
      builder.setTlsSocketStrategy(tls);
    }
    PoolingHttpClientConnectionManager connections =
        builder
            .setPoolConcurrencyPolicy(PoolConcurrencyPolicy.LAX)
            .setConnPoolPolicy(PoolReusePolicy.LIFO)
            .setMaxConnPerRoute(MOST_CONNECTIONS)
            .setMaxConnTotal(MOST_CONNECTIONS)
            .setDefaultSocketConfig(
                SocketConfig.custom().setSoTimeout(response).setTcpNoDelay(true).build())
            .setDefaultConnectionConfig(
                ConnectionConfig.custom()
                    .setConnectTimeout(Timeout.of(settings.connectTimeout()))
                    .setSocketTimeout(response)
                    .setIdleTimeout(Timeout.ofSeconds(15))
                    .setValidateAfterInactivity(TimeValue.ofSeconds(1))
                    .build())
            .setDefaultTlsConfig(
                TlsConfig.custom().setSupportedProtocols(TLS.V_1_2, TLS.V_1_3).build())
            .build();
    return HttpClients.createMinimal(connections);
  }

  /**
   * Posts a message.
   *
   * @throws BodyEntity.Unreadable where the message cannot be read
   * @throws IOException where the partner cannot be reached or does not answer
   */
  Answer post(URI endpoint, Body body) throws IOException {
    HttpHost host = new HttpHost(endpoint.getScheme(), endpoint.getHost(), endpoint.getPort());
    ClassicHttpRequest request = new BasicClassicHttpRequest("POST", host, path(endpoint));
    request.setHeader("SOAPAction", "\"ebXML\"");
    request.setEntity(
        body instanceof EnvelopeBody envelope
            ? new ByteArrayEntity(envelope.document(), TEXT_XML)
            : new BodyEntity(body));
    MinimalHttpClient used = client();
    try {
      return used.execute(host, request, this::answer);
    } catch (Error e) {
      replace(used);
      throw e;
    }
  }

  private synchronized MinimalHttpClient client() {
    return client;
  }

  // The client closes its connections for good where an Error passes through it.
  private synchronized void replace(MinimalHttpClient used) {
    if (client == used && !closed) {
      client = newClient(settings, tls);
    }
  }

  private static String path(URI endpoint) {
    String path = endpoint.getRawPath().isEmpty() ? "/" : endpoint.getRawPath();
    return endpoint.getRawQuery() == null ? path : path + "?" + endpoint.getRawQuery();
  }

  private Answer answer(ClassicHttpResponse response) throws IOException {
    HttpEntity entity = response.getEntity();
    if (entity == null) {
      return new Answer(response.getCode(), "", new byte[0]);
    }
    try (InputStream content = entity.getContent()) {
      byte[] body = content.readNBytes(largestAnswer);
      String contentType = entity.getContentType();
      return new Answer(response.getCode(), contentType == null ? "" : contentType, body);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    client.close(CloseMode.GRACEFUL);
  }
}

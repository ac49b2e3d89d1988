package org.reprise.load.ebms;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import org.reprise.load.chaos.AcknowledgedWrites;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.HttpCalls;

/** Pings that are stored before they are accepted: each is owed a Pong. */
final class PingWrites implements AcknowledgedWrites {
  /** Longer than a Pong waits that a killed instance had begun to send. */
  private static final Duration SENT_AGAIN_AFTER = Duration.ofMinutes(1);

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final EbmsPing flow;
  private final URI handler;
  private final HttpCalls calls;
  private final PingIds ids = PingIds.random("127.0.0.1");
  private final Partner partner = new Partner(Partner.Sink.LOCAL, SENT_AGAIN_AFTER);

  PingWrites(EbmsPing flow, URI origin, Credentials credentials)
      throws IOException, InterruptedException {
    this.flow = flow;
    handler = origin.resolve(EbmsService.HANDLER);
    calls = new HttpCalls(credentials, LIMIT, origin);
    partner.expect(ids, flow);
    flow.agree(origin.resolve(EbmsPing.AGREEMENTS), credentials, handler, partner, false);
  }

  @Override
  public String write(int number) throws IOException, InterruptedException {
    var ping =
        HttpRequest.newBuilder(handler)
            .header("Content-Type", EbmsPing.CONTENT_TYPE)
            .header("SOAPAction", EbmsPing.SOAP_ACTION)
            .POST(BodyPublishers.ofString(flow.text(ids.messageId(number), Instant.now())));
    calls.send(ping, EbmsPing.ACCEPTED::contains);
    return Integer.toString(number);
  }

  @Override
  public void require(String number) throws IOException, InterruptedException {
    if (!partner.hasPong(ids, Integer.parseInt(number))) {
      throw new IOException("no Pong came");
    }
  }

  @Override
  public void close() {
    calls.close();
    partner.close();
  }
}

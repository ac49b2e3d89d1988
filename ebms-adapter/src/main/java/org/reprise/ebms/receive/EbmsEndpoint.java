package org.reprise.ebms.receive;

import jakarta.servlet.FilterChain;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.envelope.Envelope;
import org.reprise.ebms.envelope.ErrorCode;
import org.reprise.ebms.envelope.MessageHeader;
import org.reprise.ebms.envelope.RefusedMessage;
import org.reprise.ebms.packaging.MessageReader;
import org.reprise.ebms.packaging.Packaged;
import org.reprise.ebms.security.ClientCertificates;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.servlet.FilterRegistration;
import org.springframework.core.Ordered;
import org.springframework.stereotype.Component;

/**
 * {@code POST /ebms}. A filter that comes before all others and passes nothing on: messages are
 * authenticated by agreement, and the management API's security, observation and body parsing would
 * cost a message more than its own work.
 */
@Component
@FilterRegistration(urlPatterns = EbmsEndpoint.PATH, order = Ordered.HIGHEST_PRECEDENCE)
final class EbmsEndpoint extends HttpFilter {
  static final String PATH = "/ebms";

  // Servlet 6.1, section 3.9.
  private static final String CERTIFICATES = "jakarta.servlet.request.X509Certificate";
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(EbmsEndpoint.class);

  // Nothing of the message is read. It may report errors, and is not to be answered by others then
  // (ebMS 2.0, section 4.2.4).
  private static final Outcome OVERLOADED =
      Outcome.inResponse(
          RefusedMessage.later("More messages come than can be answered in time; send it again")
              .of(null, true));

  private final transient MessageReader reader;
  private final transient Receiver receiver;
  private final transient ReceiveMeters meters;
  private final transient ClientCertificates clients;
  private final transient ReceiveSettings settings;
  private final transient RefusedMessages refusedMessages;

  EbmsEndpoint(
      MessageReader reader,
      Receiver receiver,
      ReceiveMeters meters,
      ClientCertificates clients,
      ReceiveSettings settings,
      RefusedMessages refusedMessages) {
    this.refusedMessages = refusedMessages;
    this.clients = clients;
    this.reader = reader;
    this.receiver = receiver;
    this.meters = meters;
    this.settings = settings;
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain next)
      throws IOException {
    long waited = RequestQueue.takeWaited();
    boolean isLate = waited > settings.admission().maxWait().toNanos();
    meters.waited(waited, isLate);
    if (isLate) {
      write(response, OVERLOADED);
      return;
    }
    long started = System.nanoTime();
    MessageHeader header = null;
    Envelope envelope = null;
    X509Certificate client = null;
    Outcome outcome;
    try {
      checkTransport(request);
      client = client(request);
      try (Packaged message =
          reader.read(
              request.getContentType(),
              request.getHeader("Content-Encoding"),
              request.getContentLengthLong(),
              request.getInputStream())) {
        envelope = message.envelope();
        header = envelope.header();
        checkSender(client, header);
        outcome =
            header == null
                ? new Outcome.Dropped("error report that names no message")
                : receiver.receive(message, header);
      }
    } catch (RefusedMessage e) {
      RefusedMessage refusal = toItsSender(client, of(envelope, e));
      header = refusal.header();
      outcome = header == null ? Outcome.inResponse(refusal) : receiver.refused(refusal, header);
    } catch (RuntimeException e) {
      LOG.error("A message could not be processed", e);
      outcome = Outcome.inResponse(of(envelope, RefusedMessage.failed()));
    }
    report(header, outcome);
    write(response, outcome);
    meters.received(header, outcome, System.nanoTime() - started);
  }

  private void checkSender(@Nullable X509Certificate client, @Nullable MessageHeader header) {
    if (client != null && header != null) {
      clients.check(client, header);
    }
  }

  // A message may be refused before its header is held against the certificate. Without this,
  // anybody with a certificate could have an error reported to the party that From names, and end
  // that party's message by it.
  private RefusedMessage toItsSender(@Nullable X509Certificate client, RefusedMessage refusal) {
    try {
      checkSender(client, refusal.header());
      return refusal;
    } catch (RefusedMessage foreign) {
      return foreign.of(refusal.header(), refusal.reportsErrors());
    }
  }

  private static RefusedMessage of(@Nullable Envelope read, RefusedMessage refusal) {
    return read == null ? refusal : refusal.of(read);
  }

  private void report(@Nullable MessageHeader header, Outcome outcome) {
    RefusedMessage refusal = outcome.refusal();
    if (refusal != null && header != null) {
      refusedMessages.record(header, refusal);
    }
  }

  private void checkTransport(HttpServletRequest request) {
    if (!request.getMethod().equals("POST")) {
      throw ErrorCode.NOT_SUPPORTED.refusal(405, "/", "Messages come by POST");
    }
    if (!settings.allowPlainHttp() && !request.isSecure() && !isLoopback(request.getRemoteAddr())) {
      throw ErrorCode.SECURITY_FAILURE.refusal(
          403, "/", "Without TLS messages come from loopback only");
    }
  }

  private @Nullable X509Certificate client(HttpServletRequest request) {
    return request.isSecure()
        ? clients.client((X509Certificate[]) request.getAttribute(CERTIFICATES))
        : null;
  }

  private static boolean isLoopback(String address) {
    return address.startsWith("127.") || address.equals("0:0:0:0:0:0:0:1") || address.equals("::1");
  }

  private void write(HttpServletResponse response, Outcome outcome) throws IOException {
    switch (outcome) {
      case Outcome.Accepted _, Outcome.Reported _ ->
          response.setStatus(HttpServletResponse.SC_NO_CONTENT);
      case Outcome.Dropped dropped -> {
        LOG.debug("Dropped: {}", dropped.reason());
        response.setStatus(HttpServletResponse.SC_NO_CONTENT);
      }
      case Outcome.Replied replied ->
          Responses.write(response, HttpServletResponse.SC_OK, replied.body());
      case Outcome.Refused refused -> {
        if (refused.refusal().status() == HttpServletResponse.SC_METHOD_NOT_ALLOWED) {
          response.setHeader("Allow", "POST");
        }
        if (refused.retryAfter().isPositive()) {
          long seconds = Math.max(1, refused.retryAfter().toSeconds());
          response.setHeader("Retry-After", Long.toString(seconds));
        }
        Responses.write(response, refused.refusal(), settings.errorStatus());
      }
    }
  }
}

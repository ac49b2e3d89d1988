package org.reprise.ebms.receive;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.envelope.Content;
import org.reprise.ebms.envelope.Envelope;
import org.reprise.ebms.envelope.EnvelopeWriter;
import org.reprise.ebms.envelope.ErrorCode;
import org.reprise.ebms.envelope.ErrorList;
import org.reprise.ebms.envelope.MessageHeader;
import org.reprise.ebms.envelope.MessageIds;
import org.reprise.ebms.envelope.RefusedMessage;
import org.reprise.ebms.envelope.Signal;
import org.reprise.kit.error.ErrorShape;

/** HTTP responses with an envelope. */
public final class Responses {
  static final String TEXT_XML = "text/xml; charset=UTF-8";
  static final String SOAP_ACTION = "\"ebXML\"";
  private static final String DOMAIN = "reprise";

  private Responses() {}

  static void write(HttpServletResponse response, int status, byte[] body) throws IOException {
    response.setStatus(status);
    response.setContentType(TEXT_XML);
    response.setHeader("SOAPAction", SOAP_ACTION);
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }

  /**
   * Writes a fault, and what is wrong as an ErrorList, addressed where the header could be read:
   * but the fault alone where the message reports errors itself.
   *
   * @param errorStatus status for errors about the content; with another one than 500 there is no
   *     fault (SOAP 1.1, section 6.2)
   */
  static void write(HttpServletResponse response, RefusedMessage refusal, int errorStatus)
      throws IOException {
    if (refusal.isAboutContent()
        && errorStatus != refusal.status()
        && refusal.header() != null
        && !refusal.reportsErrors()) {
      write(response, errorStatus, document(refusal, new Content.Empty()));
      return;
    }
    write(
        response,
        refusal.status(),
        refusal.reportsErrors()
            ? EnvelopeWriter.write(new Envelope(null, false, null, null, null, fault(refusal)))
            : document(refusal, fault(refusal)));
  }

  /**
   * Returns the body for what the servlet container found wrong with a message by itself: a body
   * that stopped coming, broken chunks. It takes such a request away from the endpoint.
   */
  public static ErrorShape.Body unreadable(int status) {
    RefusedMessage refusal =
        status >= HttpServletResponse.SC_INTERNAL_SERVER_ERROR
            ? RefusedMessage.failed()
            : ErrorCode.MIME_PROBLEM.refusal(
                status, "/", "The body could not be read: it stopped, or its framing is broken");
    return new ErrorShape.Body(
        TEXT_XML, new String(document(refusal, fault(refusal)), StandardCharsets.UTF_8));
  }

  private static Content fault(RefusedMessage refusal) {
    return new Content.Fault(refusal.fault(), String.valueOf(refusal.error().description()));
  }

  private static byte[] document(RefusedMessage refusal, Content content) {
    return EnvelopeWriter.write(
        Envelope.error(answer(refusal.header()), new ErrorList(List.of(refusal.error())), content));
  }

  private static @Nullable MessageHeader answer(@Nullable MessageHeader asked) {
    return asked == null
        ? null
        : asked.answer(Signal.MESSAGE_ERROR, MessageIds.next(DOMAIN), Instant.now());
  }
}

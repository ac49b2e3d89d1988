package org.reprise.ebms.receive;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.coyote.ActionCode;
import org.apache.coyote.Adapter;
import org.apache.coyote.Request;
import org.apache.coyote.Response;
import org.apache.tomcat.util.http.MimeHeaders;
import org.apache.tomcat.util.http.parser.TokenList;
import org.apache.tomcat.util.net.SocketEvent;
import org.reprise.ebms.envelope.FaultCode;

/**
 * Stands between the reading of HTTP and the servlet container, and answers messages that have
 * waited too long. To refuse a message must cost little, or a service to which too many come would
 * spend its time on refusals; in a filter it costs half as much as an answer to a Ping.
 */
final class RefusingAdapter implements Adapter {
  // A fault alone: the message may report errors, and is not to be answered by others then (ebMS
  // 2.0, section 4.2.4).
  private static final byte[] OVERLOADED =
      Responses.fault(
          FaultCode.SERVER, "More messages come than can be answered in time; send it again");
  private static final String RETRY_AFTER = Long.toString(Outcome.RETRY_AFTER.toSeconds());
  private static final int SERVICE_UNAVAILABLE = 503;
  private static final byte[] WHOLE_ANSWER = wholeAnswer();

  private final Adapter container;
  private final AdmissionMeters meters;

  RefusingAdapter(Adapter container, AdmissionMeters meters) {
    this.container = container;
    this.meters = meters;
  }

  @Override
  public void service(Request request, Response response) throws Exception {
    Admission.Turn turn = RequestQueue.takeTurn();
    boolean isMessage = request.requestURI().equals(EbmsEndpoint.PATH);
    if (isMessage) {
      meters.record(turn);
    }
    if (!isMessage || turn.isAdmitted()) {
      RequestQueue.takesLong();
      container.service(request, response);
    } else if (keepsConnection(request) && hasCome(request)) {
      refuseAndKeepConnection(response);
    } else {
      // Tomcat reads the rest of it before it answers.
      RequestQueue.takesLong();
      refuse(response);
    }
  }

  /**
   * Whether all of the message was read with its headers: of some KB at most, then. Of a request
   * that is not malformed.
   */
  private static boolean hasCome(Request request) {
    long length = request.getContentLengthLong();
    if (length < 0 || request.hasExpectation() || !request.method().equals("POST")) {
      return false;
    }
    request.action(ActionCode.AVAILABLE, false);
    return request.getAvailable() >= length;
  }

  /**
   * Whether Tomcat keeps the connection after an answer that it did not write itself. It does not
   * after a malformed request, nor where the sender closes it, who is told so (RFC 9112, section
   * 9.6). Other versions of HTTP have rules of their own.
   */
  private static boolean keepsConnection(Request request) throws IOException {
    AtomicBoolean isMalformed = new AtomicBoolean();
    request.action(ActionCode.IS_ERROR, isMalformed);
    return !isMalformed.get()
        && request.protocol().equals("HTTP/1.1")
        && !isClosedBySender(request.getMimeHeaders());
  }

  private static boolean isClosedBySender(MimeHeaders headers) throws IOException {
    if (headers.getValue("Connection") == null) {
      return false;
    }
    Set<String> options = new HashSet<>();
    TokenList.parseTokenList(headers.values("Connection"), options);
    return options.contains("close");
  }

  /**
   * Tomcat closes the connection after each 503 that it writes, and another connection costs both
   * sides more than the answer. So it gets the bytes of the whole answer, as what follows a head
   * that has been written already.
   */
  private static void refuseAndKeepConnection(Response response) throws IOException {
    response.setCommitted(true);
    response.doWrite(ByteBuffer.wrap(WHOLE_ANSWER));
  }

  private static byte[] wholeAnswer() {
    return """
    HTTP/1.1 503 \r
    Retry-After: %s\r
    SOAPAction: %s\r
    Content-Type: text/xml;charset=UTF-8\r
    Content-Length: %d\r
    \r
    %s\
    """
        .formatted(
            RETRY_AFTER,
            Responses.SOAP_ACTION,
            OVERLOADED.length,
            new String(OVERLOADED, StandardCharsets.UTF_8))
        .getBytes(StandardCharsets.UTF_8);
  }

  private static void refuse(Response response) throws IOException {
    response.setStatus(SERVICE_UNAVAILABLE);
    response.addHeader("Retry-After", RETRY_AFTER);
    response.addHeader("SOAPAction", Responses.SOAP_ACTION);
    response.setContentType(Responses.TEXT_XML);
    response.setContentLength(OVERLOADED.length);
    response.doWrite(ByteBuffer.wrap(OVERLOADED));
  }

  @Override
  public boolean prepare(Request request, Response response) throws Exception {
    return container.prepare(request, response);
  }

  @Override
  public boolean asyncDispatch(Request request, Response response, SocketEvent event)
      throws Exception {
    return container.asyncDispatch(request, response, event);
  }

  @Override
  public void log(Request request, Response response, long nanos) {
    container.log(request, response, nanos);
  }

  @Override
  public void checkRecycled(Request request, Response response) {
    container.checkRecycled(request, response);
  }

  @Override
  public String getDomain() {
    return container.getDomain();
  }
}

package org.reprise.ebms.receive;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.coyote.Adapter;
import org.apache.coyote.Request;
import org.apache.coyote.Response;
import org.apache.tomcat.util.net.SocketEvent;
import org.reprise.ebms.envelope.RefusedMessage;

/**
 * Stands between the reading of HTTP and the servlet container, and answers messages that have
 * waited too long. To refuse a message must cost little, or a service to which too many come would
 * spend its time on refusals; in a filter it costs half as much as an answer to a Ping.
 */
final class RefusingAdapter implements Adapter {
  private static final byte[] OVERLOADED =
      Responses.document(
          RefusedMessage.later(
              "More messages come than can be answered in time; send it again", null));
  private static final String RETRY_AFTER = Long.toString(Outcome.RETRY_AFTER.toSeconds());
  private static final int SERVICE_UNAVAILABLE = 503;

  private final Adapter container;
  private final AdmissionMeters meters;

  RefusingAdapter(Adapter container, AdmissionMeters meters) {
    this.container = container;
    this.meters = meters;
  }

  @Override
  public void service(Request request, Response response) throws Exception {
    Admission.Turn turn = RequestQueue.takeTurn();
    if (!request.requestURI().equals(EbmsEndpoint.PATH)) {
      container.service(request, response);
      return;
    }
    meters.record(turn);
    if (turn.isAdmitted()) {
      container.service(request, response);
    } else {
      refuse(response);
    }
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

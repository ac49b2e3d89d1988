package org.reprise.ebms.receive;

import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import org.reprise.ebms.envelope.ErrorCode;
import org.reprise.ebms.envelope.RefusedMessage;
import org.reprise.kit.error.ErrorShape;
import org.reprise.kit.error.ProblemShape;
import org.springframework.stereotype.Component;

/**
 * Says as an ErrorList what the servlet container found wrong with a message by itself: a body that
 * stopped coming, broken chunks. The container takes such a request away from the endpoint. All
 * other errors are problem details.
 */
@Component
final class MessageErrorShape implements ErrorShape {
  private static final int SERVER_ERRORS = 500;

  private final ErrorShape others = new ProblemShape();

  @Override
  public Body body(HttpServletRequest request, int status, String detail, Throwable thrown) {
    return EbmsEndpoint.PATH.equals(request.getRequestURI())
        ? body(request, status, detail)
        : others.body(request, status, detail, thrown);
  }

  @Override
  public Body body(HttpServletRequest request, int status, String detail) {
    if (!EbmsEndpoint.PATH.equals(request.getRequestURI())) {
      return others.body(request, status, detail);
    }
    RefusedMessage refusal =
        status >= SERVER_ERRORS
            ? RefusedMessage.failed()
            : RefusedMessage.client(
                status,
                ErrorCode.MIME_PROBLEM,
                "/",
                "The body could not be read: it stopped, or its framing is broken",
                null);
    return new Body(
        Responses.TEXT_XML, new String(Responses.document(refusal), StandardCharsets.UTF_8));
  }
}

package org.reprise.ebms.receive;

import jakarta.servlet.FilterChain;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.reprise.ebms.envelope.EbmsError;
import org.reprise.ebms.envelope.ErrorCode;
import org.reprise.ebms.envelope.FaultCode;
import org.reprise.ebms.envelope.RefusedMessage;

/**
 * Says as an ErrorList what the servlet container found wrong with a message by itself: a body that
 * stopped coming, broken chunks. The container takes such a request away from the endpoint.
 */
final class ContainerErrors extends HttpFilter {
  private static final long serialVersionUID = 1L;
  private static final int SERVER_ERRORS = 500;

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (!EbmsEndpoint.PATH.equals(request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI))) {
      chain.doFilter(request, response);
      return;
    }
    int status = response.getStatus();
    boolean ours = status >= SERVER_ERRORS;
    Responses.write(
        response,
        new RefusedMessage(
            status,
            ours ? FaultCode.SERVER : FaultCode.CLIENT,
            EbmsError.of(
                ours ? ErrorCode.UNKNOWN : ErrorCode.MIME_PROBLEM,
                "/",
                ours
                    ? "The message could not be processed"
                    : "The body could not be read: it stopped, or its framing is broken"),
            null));
  }
}

package org.reprise.kit.error;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.apache.coyote.ActionCode;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;

/**
 * Answers in the service's {@link ErrorShape} what the servlet container refuses, such as headers
 * that are too long, and what no handler answered. Replaces Tomcat's page, which names its version
 * and may hold a stack trace.
 */
public final class ErrorValve extends ErrorReportValve {
  private static final Logger LOG = LoggerFactory.getLogger(ErrorValve.class);

  /** The attribute of a request whose handler failed after a part of the response was sent. */
  static final String UNFINISHED = ErrorValve.class.getName() + ".unfinished";

  private final ErrorShape shape;

  public ErrorValve(ErrorShape shape) {
    this.shape = shape;
  }

  /**
   * Closes the connection after a response that is not whole: the caller would take the next one
   * for the rest of it.
   */
  @Override
  public void invoke(Request request, Response response) throws IOException, ServletException {
    super.invoke(request, response);
    if (request.getAttribute(UNFINISHED) != null) {
      response.getCoyoteResponse().action(ActionCode.CLOSE_NOW, null);
    }
  }

  @Override
  protected void report(Request request, Response response, @Nullable Throwable thrown) {
    RequestFault fault = thrown == null ? null : RequestFault.among(thrown, request);
    if (fault != null) {
      response.setStatus(fault.status().value());
      if (fault.isTransient()) {
        response.setHeader(HttpHeaders.RETRY_AFTER, RequestFault.RETRY_AFTER);
      }
    }
    int status = response.getStatus();
    if (status < 400
        || response.getContentWritten() > 0
        || !response.setErrorReported()
        || !canWrite(response)) {
      return;
    }
    try {
      write(response, shape.body(request, status, fault == null ? detail(status) : fault.detail()));
    } catch (IOException e) {
      LOG.debug("Cannot send an error: the caller closed the connection", e);
    }
  }

  private static boolean canWrite(Response response) {
    AtomicBoolean allowed = new AtomicBoolean();
    response.getCoyoteResponse().action(ActionCode.IS_IO_ALLOWED, allowed);
    return allowed.get();
  }

  private static void write(Response response, ErrorShape.Body body) throws IOException {
    response.setContentType(body.contentType());
    response.setCharacterEncoding(StandardCharsets.UTF_8.name());
    response.setContentLength(body.text().getBytes(StandardCharsets.UTF_8).length);
    Writer writer = response.getReporter();
    if (writer != null) {
      writer.write(body.text());
      response.finishResponse();
    }
  }

  private static String detail(int status) {
    return switch (status) {
      case 400 -> "The request's line, headers or body are not what HTTP allows.";
      case 404 -> "There is nothing at this path.";
      case 405 -> "The method is not allowed here.";
      case 408 -> "The request did not come in time.";
      case 413 -> "The request's body is too long.";
      case 414 -> "The request's path and query are too long.";
      case 417 -> "The expectation cannot be met.";
      case 431 -> "The request's headers are too long.";
      case 501 -> "The request asks for what this service does not do.";
      case 503 -> "The service cannot answer this now. Try again.";
      case 505 -> "The service speaks HTTP/1.1.";
      default ->
          status < 500
              ? "The request is refused."
              : "The service failed; its log says more under the correlation id.";
    };
  }
}

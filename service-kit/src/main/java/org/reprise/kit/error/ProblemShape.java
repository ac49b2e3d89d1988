package org.reprise.kit.error;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.json.ProblemDetailJacksonMixin;
import org.springframework.web.ErrorResponse;
import tools.jackson.databind.json.JsonMapper;

/** RFC 9457 problem details with the correlation id. */
public final class ProblemShape implements ErrorShape {
  private static final JsonMapper JSON =
      JsonMapper.builder().addMixIn(ProblemDetail.class, ProblemDetailJacksonMixin.class).build();

  @Override
  public Body body(HttpServletRequest request, int status, String detail) {
    return body(request, ProblemDetail.forStatusAndDetail(HttpStatusCode.valueOf(status), detail));
  }

  @Override
  public Body body(HttpServletRequest request, int status, String detail, Throwable thrown) {
    // Another status has another cause, deeper than the exception.
    return thrown instanceof ErrorResponse known && known.getStatusCode().value() == status
        ? body(request, known.getBody())
        : body(request, status, detail);
  }

  private static Body body(HttpServletRequest request, ProblemDetail problem) {
    Object id = request.getAttribute(CorrelationIdFilter.ATTRIBUTE);
    if (id != null) {
      problem.setProperty(CorrelationIdFilter.MDC_KEY, id);
    }
    return new Body(MediaType.APPLICATION_PROBLEM_JSON_VALUE, JSON.writeValueAsString(problem));
  }
}

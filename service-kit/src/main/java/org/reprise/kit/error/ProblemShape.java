package org.reprise.kit.error;

import jakarta.servlet.http.HttpServletRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import tools.jackson.databind.json.JsonMapper;

/** RFC 9457 problem details with the correlation id. */
public final class ProblemShape implements ErrorShape {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @Override
  public Body body(HttpServletRequest request, int status, String detail) {
    Map<String, Object> problem = new LinkedHashMap<>();
    HttpStatus known = HttpStatus.resolve(status);
    problem.put("type", "about:blank");
    problem.put("title", known == null ? "Error" : known.getReasonPhrase());
    problem.put("status", status);
    problem.put("detail", detail);
    Object id = request.getAttribute(CorrelationIdFilter.ATTRIBUTE);
    if (id != null) {
      problem.put(CorrelationIdFilter.MDC_KEY, id);
    }
    return new Body(MediaType.APPLICATION_PROBLEM_JSON_VALUE, JSON.writeValueAsString(problem));
  }
}

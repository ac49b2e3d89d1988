package org.reprise.lists.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.reprise.kit.error.DatabaseFault;
import org.reprise.kit.error.ErrorShape;
import org.reprise.lists.web.Refusal.Parameter;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.stereotype.Component;
import org.springframework.util.ObjectUtils;
import org.springframework.validation.BindException;
import org.springframework.validation.FieldError;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

@Component
class FolioErrorShape implements ErrorShape {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @Override
  public Body body(HttpServletRequest request, int status, String detail) {
    return body(new ErrorBody(detail, code(status), List.of()));
  }

  @Override
  public Body body(HttpServletRequest request, int status, String detail, Throwable thrown) {
    if (thrown instanceof UnprocessableRequest refused) {
      return body(Map.of("errors", refused.reasons()));
    }
    if (thrown instanceof Refusal refusal) {
      return body(ErrorBody.of(request, refusal.code(), detail, refusal.parameters()));
    }
    String code =
        status == HttpServletResponse.SC_SERVICE_UNAVAILABLE && DatabaseFault.among(thrown) != null
            ? "database.unavailable"
            : code(status);
    if (status == HttpServletResponse.SC_BAD_REQUEST
        && thrown instanceof HttpMessageNotReadableException
        && thrown.getCause() instanceof JacksonException json) {
      BodyFault fault = new BodyFault(json);
      return body(ErrorBody.of(request, code, fault.message(), fault.parameters()));
    }
    return body(ErrorBody.of(request, code, detail, parameters(thrown)));
  }

  private static Body body(Object error) {
    return new Body(MediaType.APPLICATION_JSON_VALUE, JSON.writeValueAsString(error));
  }

  private static List<Parameter> parameters(Throwable thrown) {
    List<Parameter> parameters = new ArrayList<>();
    if (thrown instanceof MethodArgumentTypeMismatchException mismatch) {
      parameters.add(
          new Parameter(mismatch.getName(), ObjectUtils.nullSafeToString(mismatch.getValue())));
    }
    if (thrown instanceof BindException unbound) {
      for (FieldError error : unbound.getFieldErrors()) {
        parameters.add(
            new Parameter(
                error.getField(), ObjectUtils.nullSafeToString(error.getRejectedValue())));
      }
    }
    return parameters;
  }

  // For errors without a code of their own.
  private static String code(int status) {
    return switch (status) {
      case HttpServletResponse.SC_UNAUTHORIZED -> "unauthorized";
      case HttpServletResponse.SC_FORBIDDEN -> "forbidden";
      case HttpServletResponse.SC_SERVICE_UNAVAILABLE -> "service.unavailable";
      default -> status < 500 ? Refusal.INVALID_REQUEST : "internal.server.error";
    };
  }
}

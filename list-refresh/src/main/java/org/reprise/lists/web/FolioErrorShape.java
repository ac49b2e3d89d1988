package org.reprise.lists.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.reprise.kit.error.ErrorShape;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** FOLIO's error body for what is refused before a controller sees it. */
@Component
class FolioErrorShape implements ErrorShape {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int LOWEST_SERVER_ERROR = 500;
  private static final int UNAVAILABLE = 503;

  @Override
  public Body body(HttpServletRequest request, int status, String detail) {
    ErrorBody error = new ErrorBody(detail, code(status), List.of());
    return new Body(MediaType.APPLICATION_JSON_VALUE, JSON.writeValueAsString(error));
  }

  /** The error code of a status, where nothing more is known. */
  static String code(int status) {
    return switch (status) {
      case UNAUTHORIZED -> "unauthorized";
      case FORBIDDEN -> "forbidden";
      case UNAVAILABLE -> "service.unavailable";
      default -> status < LOWEST_SERVER_ERROR ? Refusal.INVALID_REQUEST : "internal.server.error";
    };
  }
}

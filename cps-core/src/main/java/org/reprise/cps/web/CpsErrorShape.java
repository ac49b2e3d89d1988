package org.reprise.cps.web;

import jakarta.servlet.http.HttpServletRequest;
import org.reprise.kit.error.ErrorShape;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** ONAP CPS's error body for what is refused before a controller sees it. */
@Component
class CpsErrorShape implements ErrorShape {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @Override
  public Body body(HttpServletRequest request, int status, String detail) {
    HttpStatus known = HttpStatus.resolve(status);
    ErrorMessage error =
        ErrorMessage.of(known == null ? HttpStatus.BAD_REQUEST : known, null, detail);
    return new Body(MediaType.APPLICATION_JSON_VALUE, JSON.writeValueAsString(error));
  }
}

package org.reprise.gc.resolution;

import jakarta.servlet.http.HttpServletRequest;
import org.reprise.oslc.web.RdfAnswer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Answers with bytes that never change, for {@link ResolveBenchmark}. */
@RestController
class ConstantAnswer {
  static final String PATH = "/gc/constant";

  static byte[] body = {};

  @GetMapping(PATH)
  ResponseEntity<byte[]> read(HttpServletRequest request) {
    return RdfAnswer.of(
        request, RdfAnswer.format(request), "\"1-t\"", () -> body, new HttpHeaders());
  }
}

package org.reprise.gc.fill;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import jakarta.servlet.http.HttpServletRequest;
import org.reprise.gc.configuration.Bodies;
import org.reprise.kit.web.KnownParametersOnly;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Management: fills an empty service with the volumes of the report. */
@KnownParametersOnly
@RestController
class FillController {
  private static final double MAX_SCALE = 100;

  private final Fill fill;

  FillController(Fill fill) {
    this.fill = fill;
  }

  record FillResponse(@JsonUnwrapped Fill.Volumes filled, double seconds) {}

  // So that a caller that accepts no JSON is rejected before anything is stored.
  @PostMapping(path = "/gc/fill", produces = MediaType.APPLICATION_JSON_VALUE)
  FillResponse fill(
      @RequestParam(defaultValue = "1") double scale,
      @RequestParam(defaultValue = "1") long seed,
      HttpServletRequest request) {
    if (!(scale > 0 && scale <= MAX_SCALE)) {
      throw Refusal.invalid("scale must be more than 0 and at most 100, was " + scale + ".");
    }
    long begin = System.nanoTime();
    int components = (int) Math.max(1, Math.round(Fill.COMPONENTS * scale));
    Fill.Volumes filled = fill.run(components, seed, Bodies.account(request));
    return new FillResponse(filled, (System.nanoTime() - begin) / 1e9);
  }
}

package org.reprise.ebms.send;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.web.KnownParametersOnly;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

@KnownParametersOnly
@RestController
@RequestMapping("/api/v1/partners")
class PartnerController {
  private final Partners partners;

  PartnerController(Partners partners) {
    this.partners = partners;
  }

  /** Endpoints to which this instance has sent since it started. */
  @GetMapping
  List<PartnerStatus> list() {
    return partners.status();
  }

  record Endpoint(@Nullable URI endpoint) {}

  /** Closes the circuit breaker of an endpoint: what waits for it is sent at once. */
  @PostMapping("/reset")
  PartnerStatus reset(@RequestBody Endpoint named) {
    if (named.endpoint() == null) {
      throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "'endpoint' is missing.");
    }
    return partners
        .resetBreaker(named.endpoint())
        .orElseThrow(() ->
            new ResponseStatusException(
                HttpStatus.NOT_FOUND,
                "Nothing was sent to %s since the service started.".formatted(named.endpoint())));
  }
}

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
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

@KnownParametersOnly
@RestController
@RequestMapping("/api/v1/partners")
class PartnerController {
  private final Partners partners;
  private final PartnerActions actions;

  PartnerController(Partners partners, PartnerActions actions) {
    this.partners = partners;
    this.actions = actions;
  }

  /** Endpoints to which this instance has sent since it started. */
  @GetMapping
  List<PartnerStatus> list() {
    return partners.status();
  }

  /** Endpoints to which nothing is sent that waits in the database. */
  @GetMapping("/paused")
  List<PartnerActions.Pause> paused() {
    return actions.paused();
  }

  record Endpoint(@Nullable URI endpoint) {
    URI required() {
      if (endpoint == null) {
        throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "'endpoint' is missing.");
      }
      return endpoint;
    }
  }

  /** Closes the circuit breaker of an endpoint: what waits for it is sent at once. */
  @PostMapping("/reset")
  PartnerStatus reset(@RequestBody Endpoint named) {
    return actions.resetBreaker(named.required());
  }

  /** Holds what waits for an endpoint until it is resumed, at most its TimeToLive. */
  @PostMapping("/pause")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void pause(@RequestBody Endpoint named) {
    actions.pause(named.required());
  }

  /** Ends the pause of an endpoint. */
  @PostMapping("/resume")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void resume(@RequestBody Endpoint named) {
    actions.resume(named.required());
  }
}

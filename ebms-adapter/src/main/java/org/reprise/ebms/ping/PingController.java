package org.reprise.ebms.ping;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.send.PartnerUnavailable;
import org.reprise.kit.web.KnownParametersOnly;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.util.UriComponentsBuilder;

@KnownParametersOnly
@RestController
@RequestMapping("/api/v1/pings")
class PingController {
  private final Pings pings;

  PingController(Pings pings) {
    this.pings = pings;
  }

  record PingRequest(
      @Nullable String cpaId, @Nullable String fromPartyId, @Nullable String toPartyId) {}

  record Sent(String messageId) {}

  @PostMapping
  ResponseEntity<Sent> send(@RequestBody PingRequest request) throws PartnerUnavailable {
    String messageId =
        pings.send(
            required("cpaId", request.cpaId()),
            required("fromPartyId", request.fromPartyId()),
            required("toPartyId", request.toPartyId()));
    URI location = UriComponentsBuilder.fromPath("/api/v1/pings/{messageId}").build(messageId);
    return ResponseEntity.accepted().location(location).body(new Sent(messageId));
  }

  private static String required(String name, @Nullable String value) {
    if (value == null || value.isBlank()) {
      throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "'%s' is missing.".formatted(name));
    }
    return value;
  }

  @GetMapping("/{messageId}")
  Ping get(@PathVariable String messageId) {
    return pings
        .find(messageId)
        .orElseThrow(() ->
            new ResponseStatusException(
                HttpStatus.NOT_FOUND, "There is no Ping '%s'.".formatted(messageId)));
  }
}

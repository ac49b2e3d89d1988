package org.reprise.ebms.signal;

import java.net.URI;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.agreement.Agreements;
import org.reprise.ebms.envelope.Content;
import org.reprise.ebms.envelope.Signal;
import org.reprise.kit.web.KnownParametersOnly;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.util.UriComponentsBuilder;

@KnownParametersOnly
@RestController
@RequestMapping("/api/v1/pings")
class PingController {
  private final JdbcClient jdbc;
  private final Agreements agreements;
  private final SignalRequests requests;

  PingController(JdbcClient jdbc, Agreements agreements, SignalRequests requests) {
    this.jdbc = jdbc;
    this.agreements = agreements;
    this.requests = requests;
  }

  record PingRequest(
      @Nullable String cpaId, @Nullable String fromPartyId, @Nullable String toPartyId) {}

  record Sent(String messageId) {}

  /**
   * A Ping of ours.
   *
   * @param state {@code sent}: on its way, or with the partner; {@code answered}; {@code failed}:
   *     it could not be delivered, the partner found it wrong, or no Pong came in time
   */
  record Ping(
      String messageId,
      String cpaId,
      String fromPartyId,
      String toPartyId,
      String state,
      Instant sentAt,
      @Nullable Instant answeredAt,
      @Nullable String detail) {}

  /** Sends a Ping; answers when it is in the partner's queue. */
  @PostMapping
  @ResponseStatus(HttpStatus.ACCEPTED)
  ResponseEntity<Sent> send(@RequestBody PingRequest request) {
    String messageId =
        requests.send(
            new SignalRequests.Request(
                agreements.inForce(required("cpaId", request.cpaId())),
                null,
                required("fromPartyId", request.fromPartyId()),
                required("toPartyId", request.toPartyId()),
                Signal.PING,
                new Content.Empty(),
                null));
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
    return jdbc.sql(
            """
            select request_id as message_id, cpa_id, from_party_id, to_party_id,
              lower(state) as state, sent_at, answered_at, detail
            from signal_request where request_id = ? and message is null\
            """)
        .param(messageId)
        .query(new SimplePropertyRowMapper<>(Ping.class))
        .optional()
        .orElseThrow(() ->
            new ResponseStatusException(
                HttpStatus.NOT_FOUND, "There is no Ping '%s'.".formatted(messageId)));
  }
}

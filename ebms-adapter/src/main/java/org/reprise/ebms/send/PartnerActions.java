package org.reprise.ebms.send;

import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.reprise.ebms.agreement.Agreements;
import org.reprise.ebms.audit.ActionLog;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.web.server.ResponseStatusException;

/** What operators do to partners. */
@Component
public final class PartnerActions {
  private final Partners partners;
  private final Agreements agreements;
  private final JdbcClient jdbc;
  private final TransactionOperations transactions;
  private final ActionLog actions;

  PartnerActions(
      Partners partners,
      Agreements agreements,
      JdbcClient jdbc,
      TransactionOperations transactions,
      ActionLog actions) {
    this.partners = partners;
    this.agreements = agreements;
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.actions = actions;
  }

  /** An endpoint to which no instance sends what waits in the database. */
  public record Pause(String endpoint, Instant since, String operator) {}

  public List<Pause> paused() {
    return jdbc.sql("select endpoint, since, operator from paused_endpoint order by endpoint")
        .query(new SimplePropertyRowMapper<>(Pause.class))
        .list();
  }

  /** Holds what waits for an endpoint up to its TimeToLive; 404 for an unknown endpoint. */
  public void pause(URI endpoint) {
    // What waits may be for an endpoint that no agreement names any more.
    Set<String> waiting =
        jdbc.sql("select endpoint from delivery where lower(endpoint) = lower(?)")
            .param(endpoint.toString())
            .query((row, n) -> row.getString(1))
            .set();
    String[] names =
        named(endpoint, Stream.concat(waiting.stream(), agreements.endpoints().stream()));
    if (names.length == 0) {
      throw notFound("No agreement names the endpoint %s, and nothing waits for it.", endpoint);
    }
    transactions.executeWithoutResult(tx -> {
      jdbc.sql(
              """
              insert into paused_endpoint (endpoint, operator) select name, ? from unnest(?) name
              on conflict (endpoint) do nothing\
              """)
          .params(ActionLog.operator(), names)
          .update();
      actions.record("pause", endpoint.toString());
    });
  }

  private static String[] named(URI endpoint, Stream<String> names) {
    return names.filter(name -> URI.create(name).equals(endpoint)).toArray(String[]::new);
  }

  /** Ends a pause: what waits is sent within a moment. Throws 404 if the endpoint is not paused. */
  public void resume(URI endpoint) {
    transactions.executeWithoutResult(tx -> {
      int resumed =
          jdbc.sql("delete from paused_endpoint where endpoint = any (?)")
              .param(named(endpoint, paused().stream().map(Pause::endpoint)))
              .update();
      if (resumed == 0) {
        throw notFound("%s is not paused.", endpoint);
      }
      actions.record("resume", endpoint.toString());
    });
  }

  /** Closes this instance's breaker of an endpoint; throws 404 where it has sent nothing to it. */
  public PartnerStatus resetBreaker(URI endpoint) {
    PartnerStatus status =
        partners
            .resetBreaker(endpoint)
            .orElseThrow(
                () -> notFound("Nothing was sent to %s since the service started.", endpoint));
    actions.report("reset breaker", endpoint.toString());
    return status;
  }

  private static ResponseStatusException notFound(String why, URI endpoint) {
    return new ResponseStatusException(HttpStatus.NOT_FOUND, why.formatted(endpoint));
  }
}

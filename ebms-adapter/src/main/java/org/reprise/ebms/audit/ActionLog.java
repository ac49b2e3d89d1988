package org.reprise.ebms.audit;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Component;

/** What operators did to agreements, messages and partners; remembered for 400 days. */
@Component
public final class ActionLog {
  private static final Logger LOG = LoggerFactory.getLogger(ActionLog.class);
  private static final int PURGE_BATCH = 10_000;

  private final JdbcClient jdbc;

  public ActionLog(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Something that an operator did to an agreement, a message or an endpoint: its subject. */
  public record Action(long id, Instant at, String operator, String action, String subject) {}

  public static String operator() {
    Authentication account = SecurityContextHolder.getContext().getAuthentication();
    return account == null ? "unknown" : account.getName();
  }

  /** Stores an action of the account that makes the current request, in its transaction if any. */
  public void record(String action, String subject) {
    jdbc.sql("insert into operator_action (operator, action, subject) values (?, ?, ?)")
        .params(operator(), action, subject)
        .update();
  }

  /** Stores an action that has been done already; logs it where the database does not take it. */
  public void report(String action, String subject) {
    try {
      record(action, subject);
    } catch (DataAccessException e) {
      LOG.warn("Cannot store that {} did '{}' on {}", operator(), action, subject, e);
    }
  }

  /** Returns actions, the newest first, before one of them. */
  public List<Action> list(long before, int limit) {
    return jdbc.sql(
            """
            select id, at, operator, action, subject from operator_action where id < ?
            order by id desc limit ?\
            """)
        .params(before, limit)
        .query(new SimplePropertyRowMapper<>(Action.class))
        .list();
  }

  @Scheduled(fixedDelay = 1, timeUnit = TimeUnit.MINUTES)
  void purge() {
    jdbc.sql(
            """
            delete from operator_action where id in (
              select id from operator_action where at < now() - interval '400 days'
              order by at limit ?)\
            """)
        .param(PURGE_BATCH)
        .update();
  }
}

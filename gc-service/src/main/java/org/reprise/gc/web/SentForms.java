package org.reprise.gc.web;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Which forms were sent during the last hour, and where their answers led to. */
@Component
class SentForms {
  private final JdbcClient jdbc;

  SentForms(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * The answer to a form.
   *
   * @param location null where there is none yet
   * @param cookie null where the answer has none
   */
  record Sent(@Nullable String location, @Nullable String cookie) {}

  /** Notes that a form came; false where it came before. */
  boolean claim(byte[] id) {
    jdbc.sql(
            """
            delete from sent_form where id in (
              select id from sent_form where sent < now() - interval '1 hour'
              limit 100 for update skip locked)\
            """)
        .update();
    return jdbc.sql("insert into sent_form (id) values (?) on conflict do nothing")
            .param(id)
            .update()
        == 1;
  }

  /** What became of a form; empty where it was refused, or is not known. */
  Optional<Sent> find(byte[] id) {
    return jdbc.sql("select location, cookie from sent_form where id = ?")
        .param(id)
        .query((row, n) -> new Sent(row.getString(1), row.getString(2)))
        .optional();
  }

  /** Keeps where the answer led to. */
  void answered(byte[] id, String location, @Nullable String cookie) {
    jdbc.sql("update sent_form set location = ?, cookie = ? where id = ?")
        .param(location)
        .param(cookie)
        .param(id)
        .update();
  }

  /** Forgets a form that changed nothing: it can be sent again. */
  void forget(byte[] id) {
    jdbc.sql("delete from sent_form where id = ?").param(id).update();
  }
}

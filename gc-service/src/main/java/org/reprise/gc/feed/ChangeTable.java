package org.reprise.gc.feed;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Notes changes in the table {@code change}. */
@Component
class ChangeTable implements Changes {
  private final JdbcClient jdbc;

  ChangeTable(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public void note(Change change, String resource) {
    jdbc.sql("insert into change (kind, resource) values (?, ?)")
        .params(change.term(), resource)
        .update();
  }
}

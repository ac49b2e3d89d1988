package org.reprise.lists.work;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.reprise.kit.limits.SettingBounds;
import org.reprise.kit.work.Loop;
import org.reprise.kit.work.Loops;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.core.io.Resource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Removes the history of lists, refreshes and imports after {@code reprise.lists.retention}. */
@Component
@DependsOnDatabaseInitialization
final class Retention implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofHours(1);
  private static final Pattern END = Pattern.compile(";\\s*");

  private final JdbcClient jdbc;
  private final List<String> statements;
  private final Duration age;
  private final Loop loop;

  Retention(
      JdbcClient jdbc,
      Loops loops,
      @Value("${reprise.lists.retention:365d}") Duration age,
      @Value("classpath:db/retention.sql") Resource statements)
      throws IOException {
    new SettingBounds("reprise.lists").atLeast("retention", age, Duration.ofMinutes(1));
    this.jdbc = jdbc;
    this.age = age;
    this.statements = List.of(END.split(statements.getContentAsString(StandardCharsets.UTF_8)));
    this.loop =
        loops.start("retention", Slices.of("Removing old history", INTERVAL, this::removeSome));
  }

  private boolean removeSome() {
    return statements.stream()
            .mapToInt(sql -> jdbc.sql(sql).param("age", age.toSeconds()).update())
            .sum()
        > 0;
  }

  @Override
  public void close() {
    loop.close();
  }
}

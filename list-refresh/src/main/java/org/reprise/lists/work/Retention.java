package org.reprise.lists.work;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.reprise.kit.limits.SettingBounds;
import org.reprise.kit.work.Loop;
import org.reprise.kit.work.Loops;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.Resource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Removes the history of lists, refreshes and imports after {@code reprise.lists.retention}. */
@Configuration(proxyBeanMethods = false)
class Retention {
  private static final Duration INTERVAL = Duration.ofHours(1);
  private static final Pattern END = Pattern.compile(";\\s*");

  @Bean
  @DependsOnDatabaseInitialization
  Loop historyRemoval(
      JdbcClient jdbc,
      Loops loops,
      @Value("${reprise.lists.retention:365d}") Duration age,
      @Value("classpath:db/retention.sql") Resource file)
      throws IOException {
    new SettingBounds("reprise.lists").atLeast("retention", age, Duration.ofMinutes(1));
    String[] statements = END.split(file.getContentAsString(StandardCharsets.UTF_8));
    return Slices.start(
        loops,
        "retention",
        INTERVAL,
        () ->
            Arrays.stream(statements)
                    .mapToInt(sql -> jdbc.sql(sql).param("age", age.toSeconds()).update())
                    .sum()
                > 0);
  }
}

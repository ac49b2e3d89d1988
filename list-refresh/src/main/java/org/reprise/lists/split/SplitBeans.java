package org.reprise.lists.split;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.ToDoubleFunction;
import org.reprise.kit.work.Loops;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class SplitBeans {
  /** The service serves, from the writer alone. */
  static final Status DEGRADED = new Status("DEGRADED");

  @Bean
  Split split(HikariDataSource writer, SplitSettings settings, Loops loops) {
    return new Split(writer, settings, loops);
  }

  @Bean
  DatabaseClient database(Split split) {
    return split.client();
  }

  @Bean
  HealthIndicator readerHealthIndicator(Split split) {
    return () ->
        split
            .reader()
            .map(SplitBeans::health)
            .orElseGet(() -> Health.up().withDetail("split", "none").build());
  }

  private static Health health(ReaderState state) {
    Health.Builder health = state.isUsable() ? Health.up() : Health.status(DEGRADED);
    return switch (state) {
      case ReaderState.Following following -> {
        health.withDetail("replayed", following.replayed().asString());
        ReaderState.Behind behind = following.behind();
        yield behind == null
            ? health.withDetail("lag", "unknown, for the writer does not answer").build()
            : health
                .withDetail("lagBytes", behind.bytes())
                .withDetail("lagMilliseconds", behind.lag().toMillis())
                .build();
      }
      case ReaderState.Gone gone -> health.withDetail("reason", gone.reason()).build();
    };
  }

  @Bean
  MeterBinder readerMeters(Split split) {
    return registry -> {
      if (split.reader().isPresent()) {
        Gauge.builder(
                "reprise.reader.usable",
                split,
                it -> it.reader().filter(ReaderState::isUsable).isPresent() ? 1 : 0)
            .description("1 while the reader is read from, 0 while the writer takes its place")
            .register(registry);
        Gauge.builder("reprise.reader.lag", split, lag(ReaderState.Behind::bytes))
            .baseUnit("bytes")
            .description("Write-ahead log that the reader has not replayed; NaN while unknown")
            .register(registry);
        Gauge.builder(
                "reprise.reader.behind", split, lag(behind -> behind.lag().toMillis() / 1_000.0))
            .baseUnit("seconds")
            .description("How long the reader has been behind; NaN while unknown")
            .register(registry);
      }
    };
  }

  private static ToDoubleFunction<Split> lag(ToDoubleFunction<ReaderState.Behind> of) {
    return split ->
        split
            .reader()
            .map(state -> state instanceof ReaderState.Following close ? close.behind() : null)
            .map(of::applyAsDouble)
            .orElse(Double.NaN);
  }
}

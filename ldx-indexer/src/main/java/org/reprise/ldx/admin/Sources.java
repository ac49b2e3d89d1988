package org.reprise.ldx.admin;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.index.IndexSize;
import org.reprise.ldx.source.DataSource;
import org.reprise.ldx.source.DataSources;
import org.reprise.ldx.source.DataSources.Action;
import org.reprise.ldx.source.DataSources.Start;
import org.reprise.ldx.source.Definition;
import org.reprise.ldx.source.Poll;
import org.reprise.ldx.source.PollHistory;
import org.reprise.ldx.source.SkippedResources;
import org.reprise.ldx.source.SkippedResources.Skipped;
import org.reprise.ldx.source.SourceSettings;
import org.reprise.ldx.source.Validations;
import org.reprise.ldx.source.Validations.Validation;
import org.reprise.ldx.worker.Breakers;
import org.reprise.ldx.worker.Indexer;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The administration of data sources, for the pages and the JSON interface alike. */
@Component
record Sources(
    DataSources sources,
    PollHistory history,
    SkippedResources skipped,
    Validations validations,
    Breakers breakers,
    Indexer indexer,
    SourceSettings settings,
    JdbcClient jdbc) {
  /** Changed settings; null members stay as they are, or get the service's default. */
  record Change(
      @Nullable String name,
      @Nullable String trs,
      @Nullable String catalog,
      @Nullable List<String> origins,
      @Nullable Long pollSeconds,
      @Nullable Integer threads,
      @Nullable Boolean paused) {}

  List<SourceView> all() {
    return sources.all().stream().map(this::view).toList();
  }

  SourceView find(int id) {
    return view(require(id));
  }

  private DataSource require(int id) {
    return sources.find(id).orElseThrow(() -> unknown(id));
  }

  private static Refusal unknown(int id) {
    return Refusal.notFound("There is no data source %d".formatted(id));
  }

  private SourceView view(DataSource source) {
    List<Poll> last = history.newest(source.id(), null, 1);
    return SourceView.of(
        source,
        breakers.isOpen(source.id()),
        skipped.count(source.id()),
        last.isEmpty() ? null : last.getFirst());
  }

  SourceView add(Change given) {
    String name = given.name();
    String trs = given.trs();
    if (name == null || trs == null) {
      throw Refusal.invalid("name and trs are required");
    }
    SourceView added =
        validated(() -> {
          URI feed = URI.create(trs.strip());
          Definition defaults =
              new Definition(
                  name.strip(), feed, null, List.of(), settings.poll(), settings.threads());
          return view(sources.add(changed(defaults, given), Boolean.TRUE.equals(given.paused())));
        });
    indexer.wake();
    return added;
  }

  private static <T> T validated(Supplier<T> change) {
    try {
      return change.get();
    } catch (IllegalArgumentException e) {
      throw Refusal.invalid(String.valueOf(e.getMessage()));
    }
  }

  private static @Nullable URI uri(@Nullable String text) {
    return text == null || text.isBlank() ? null : URI.create(text.strip());
  }

  SourceView change(int id, Change given) {
    UnaryOperator<Definition> change =
        old -> {
          if (given.trs() != null && !given.trs().equals(old.trs().toString())) {
            throw Refusal.invalid("trs cannot be changed: another feed is another data source");
          }
          return changed(old, given);
        };
    if (!validated(() -> sources.change(id, change, given.paused()))) {
      throw unknown(id);
    }
    if (given.origins() != null) {
      skipped.retry(id);
    }
    indexer.wake();
    return find(id);
  }

  private static Definition changed(Definition old, Change given) {
    return new Definition(
        given.name() == null ? old.name() : given.name().strip(),
        old.trs(),
        given.catalog() == null ? old.catalog() : uri(given.catalog()),
        given.origins() == null ? old.origins() : given.origins(),
        given.pollSeconds() == null ? old.poll() : Duration.ofSeconds(given.pollSeconds()),
        given.threads() == null ? old.threads() : given.threads());
  }

  Start request(int id, Action action) {
    Start begins = sources.request(id, action).orElseThrow(() -> unknown(id));
    indexer.wake();
    return begins;
  }

  void remove(int id) {
    if (!sources.remove(id)) {
      throw unknown(id);
    }
  }

  List<Poll> history(int id, @Nullable Long before, int max) {
    require(id);
    return history.newest(id, before, max);
  }

  List<Skipped> skipped(int id, String after, int max) {
    require(id);
    return skipped.page(id, after, max);
  }

  @Nullable Validation validation(int id) {
    require(id);
    return validations.last(id).orElse(null);
  }

  IndexSize size() {
    return IndexSize.of(jdbc);
  }
}

package org.reprise.ldx.admin;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.index.IndexSize;
import org.reprise.ldx.source.DataSource;
import org.reprise.ldx.source.DataSources;
import org.reprise.ldx.source.DataSources.Action;
import org.reprise.ldx.source.DataSources.Begins;
import org.reprise.ldx.source.Definition;
import org.reprise.ldx.source.Poll;
import org.reprise.ldx.source.PollHistory;
import org.reprise.ldx.source.Skipped;
import org.reprise.ldx.source.SkippedResources;
import org.reprise.ldx.source.SourceSettings;
import org.reprise.ldx.source.Validation;
import org.reprise.ldx.source.Validations;
import org.reprise.ldx.web.Refusal;
import org.reprise.ldx.worker.Breakers;
import org.reprise.ldx.worker.Indexer;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What people see and do of data sources, on pages and by the JSON interface alike. */
@Component
class Sources {
  private final DataSources sources;
  private final PollHistory history;
  private final SkippedResources skipped;
  private final Validations validations;
  private final Breakers breakers;
  private final Indexer indexer;
  private final SourceSettings settings;
  private final JdbcClient jdbc;

  Sources(
      DataSources sources,
      PollHistory history,
      SkippedResources skipped,
      Validations validations,
      Breakers breakers,
      Indexer indexer,
      SourceSettings settings,
      JdbcClient jdbc) {
    this.sources = sources;
    this.history = history;
    this.skipped = skipped;
    this.validations = validations;
    this.breakers = breakers;
    this.indexer = indexer;
    this.settings = settings;
    this.jdbc = jdbc;
  }

  /** What somebody sets; null members are left as they are, or have the service's default. */
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
    return sources
        .find(id)
        .orElseThrow(() -> Refusal.missing("There is no data source %d".formatted(id)));
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
    if (given.name() == null || given.trs() == null) {
      throw Refusal.invalid("name and trs are required");
    }
    try {
      Definition definition =
          new Definition(
              given.name().strip(),
              URI.create(given.trs().strip()),
              uri(given.catalog()),
              given.origins() == null ? List.of() : given.origins(),
              given.pollSeconds() == null
                  ? settings.poll()
                  : Duration.ofSeconds(given.pollSeconds()),
              given.threads() == null ? settings.threads() : given.threads());
      SourceView added = view(sources.add(definition));
      indexer.wake();
      return added;
    } catch (IllegalArgumentException e) {
      throw Refusal.invalid(String.valueOf(e.getMessage()));
    } catch (DataSources.AlreadyThere e) {
      throw new Refusal(HttpStatus.CONFLICT, null, String.valueOf(e.getMessage()));
    }
  }

  private static @Nullable URI uri(@Nullable String text) {
    return text == null || text.isBlank() ? null : URI.create(text.strip());
  }

  SourceView change(int id, Change given) {
    try {
      if (!sources.change(id, old -> changed(old, given), given.paused())) {
        throw Refusal.missing("There is no data source %d".formatted(id));
      }
    } catch (IllegalArgumentException e) {
      throw Refusal.invalid(String.valueOf(e.getMessage()));
    } catch (DataSources.AlreadyThere e) {
      throw new Refusal(HttpStatus.CONFLICT, null, String.valueOf(e.getMessage()));
    }
    indexer.wake();
    return find(id);
  }

  private static Definition changed(Definition old, Change given) {
    if (given.trs() != null && !given.trs().equals(old.trs().toString())) {
      throw Refusal.invalid("trs cannot be changed: another feed is another data source");
    }
    return new Definition(
        given.name() == null ? old.name() : given.name().strip(),
        old.trs(),
        given.catalog() == null ? old.catalog() : uri(given.catalog()),
        given.origins() == null ? old.origins() : given.origins(),
        given.pollSeconds() == null ? old.poll() : Duration.ofSeconds(given.pollSeconds()),
        given.threads() == null ? old.threads() : given.threads());
  }

  Begins ask(int id, Action action) {
    Begins begins =
        sources
            .ask(id, action)
            .orElseThrow(() -> Refusal.missing("There is no data source %d".formatted(id)));
    indexer.wake();
    return begins;
  }

  void remove(int id) {
    if (!sources.remove(id)) {
      throw Refusal.missing("There is no data source %d".formatted(id));
    }
  }

  List<Poll> history(int id, @Nullable Long before, int most) {
    require(id);
    return history.newest(id, before, most);
  }

  List<Skipped> skipped(int id, String after, int most) {
    require(id);
    return skipped.page(id, after, most);
  }

  @Nullable Validation validation(int id) {
    require(id);
    return validations.last(id).orElse(null);
  }

  IndexSize size() {
    return IndexSize.of(jdbc);
  }
}

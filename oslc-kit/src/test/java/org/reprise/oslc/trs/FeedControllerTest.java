package org.reprise.oslc.trs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.mock.web.MockHttpServletRequest;

/** What is answered while a feed changes, with segments of two events. */
class FeedControllerTest {
  private static final int SEGMENT = 2;

  private final FeedInMemory feed = new FeedInMemory();
  private final FeedController answers = new FeedController(key -> feed);

  /** A feed in memory, so that a test can change it between two looks. */
  private static final class FeedInMemory extends TrackedResourceSet {
    private final List<Event> events = new ArrayList<>();
    private long last;
    private long truncated;
    private Runnable afterLog = () -> {};

    FeedInMemory() {
      super(
          JdbcClient.create(new DriverManagerDataSource()), "x", "http://example.org/trs", "http:");
    }

    void publish(int count) {
      for (int i = 0; i < count; i++) {
        last++;
        events.add(new Event(last, 7, Change.CREATION, "http://example.org/" + last));
      }
    }

    void truncate(long position) {
      truncated = position;
      events.removeIf(event -> event.position() <= position);
    }

    @Override
    Log log() {
      Log log = new Log(last, last == 0 ? 0 : 7, truncated, SEGMENT);
      afterLog.run();
      return log;
    }

    @Override
    Optional<Long> incarnation(long position) {
      return events.stream()
          .filter(event -> event.position() == position)
          .map(Event::incarnation)
          .findFirst();
    }

    @Override
    List<Event> events(long from, long to) {
      return events.stream()
          .filter(event -> event.position() >= from && event.position() <= to)
          .sorted(Comparator.comparing(Event::position).reversed())
          .toList();
    }

    @Override
    Optional<Base> newestBase() {
      return Optional.empty();
    }
  }

  private String segment(long number) {
    return new String(
        Objects.requireNonNull(
            answers.segment("x", number, new MockHttpServletRequest()).getBody()),
        StandardCharsets.UTF_8);
  }

  /** Readers that know nothing of a log's end but the missing link would ask for what is gone. */
  @Test
  void oldestSegmentHasNoPrevious() {
    feed.publish(6);
    assertThat(segment(2)).contains("previous").contains("/log/1");
    feed.truncate(2);
    assertThat(segment(2)).doesNotContain("previous").contains("http://example.org/3");
    assertThat(segment(3)).contains("previous").contains("/log/2");
  }

  /** The log was looked at, then it went on for segments and was truncated. */
  @Test
  void returns503AfterConcurrentTruncation() {
    feed.publish(5);
    Runnable once =
        () -> {
          feed.afterLog = () -> {};
          feed.publish(2);
          feed.truncate(6);
        };
    feed.afterLog = once;
    assertThatThrownBy(() -> answers.set("x", new MockHttpServletRequest()))
        .isInstanceOfSatisfying(
            Refusal.class,
            refusal -> {
              assertThat(refusal.status()).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
              assertThat(refusal.getHeaders().getFirst("Retry-After")).isNotBlank();
            });
    assertThat(
            new String(
                Objects.requireNonNull(answers.set("x", new MockHttpServletRequest()).getBody()),
                StandardCharsets.UTF_8))
        .contains("http://example.org/7");
  }

  @Test
  void returns503WithRetryAfterBeforeFirstBase() {
    assertThatThrownBy(() -> answers.base("x"))
        .isInstanceOfSatisfying(
            Refusal.class,
            refusal -> {
              assertThat(refusal.status()).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
              assertThat(refusal.getHeaders().getFirst("Retry-After")).isNotBlank();
            });
  }
}

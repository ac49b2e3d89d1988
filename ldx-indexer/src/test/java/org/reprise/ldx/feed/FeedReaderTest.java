package org.reprise.ldx.feed;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reprise.ldx.TestFeed;
import org.reprise.ldx.http.FetchFailure;
import org.reprise.ldx.http.FetchSettings;
import org.reprise.ldx.http.Fetcher;
import org.reprise.ldx.http.Origin;
import org.springframework.util.unit.DataSize;

/** Which documents of a feed are refused. */
class FeedReaderTest {
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final DataSize SIZE = DataSize.ofMegabytes(1);

  /** They are kept for all pages of the base. */
  @Test
  void rejectsBaseWithTooManyPredicatesOfMembers() {
    try (TestFeed feed = TestFeed.start();
        Fetcher fetcher = new Fetcher(new FetchSettings(LIMIT, LIMIT, SIZE, SIZE, List.of()))) {
      String relations =
          IntStream.rangeClosed(1, 101)
              .mapToObj("<urn:member:%d>"::formatted)
              .collect(Collectors.joining(", "));
      feed.fault(
          "/trs/base",
          TestFeed.turtle("<#base> a trs:Base ; ldp:hasMemberRelation %s .".formatted(relations)));
      FeedReader reader =
          new FeedReader(fetcher, URI.create(feed.trs()), Set.of(Origin.of(feed.trs())));

      assertThatThrownBy(() -> reader.page(URI.create(feed.uri("/trs/base"))))
          .isInstanceOf(FetchFailure.class)
          .hasMessageContaining("more than 100 predicates of members");
    }
  }
}

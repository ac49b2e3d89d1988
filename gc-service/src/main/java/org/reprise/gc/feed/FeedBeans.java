package org.reprise.gc.feed;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.gc.revision.Revisions;
import org.reprise.oslc.trs.Feed;
import org.reprise.oslc.trs.FeedSettings;
import org.reprise.oslc.trs.Feeds;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

@Configuration(proxyBeanMethods = false)
@Import(Feed.Database.class)
class FeedBeans {
  private static final String MEMBERS =
      """
      select resource, row_number() over (order by sort, id) as place
      from (
        select 1 as sort, id, 'component/' || id as resource from component
        union all
        select 2, id, 'configuration/' || id from configuration) all_members\
      """;

  @Bean
  FeedSettings feedSettings(Environment environment) {
    return FeedSettings.of(environment, "reprise.gc");
  }

  @Bean(initMethod = "start")
  Feeds feeds(
      Feed.Database database,
      ResourceUris uris,
      FeedSettings settings,
      MeterRegistry registry,
      Revisions revisions) {
    String base = uris.base() + "/gc/";
    return new Feeds(
        List.of(new Feed.Source("gc", base + "trs", base, MEMBERS)),
        database,
        settings,
        registry,
        // A reader of the event reads the resource once, on whichever instance.
        revisions::awaitAcknowledgements);
  }

  // Closed with the others.
  @Bean(destroyMethod = "")
  Feed feed(Feeds feeds) {
    return feeds.of("gc");
  }
}

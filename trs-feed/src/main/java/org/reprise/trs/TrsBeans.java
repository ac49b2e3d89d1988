package org.reprise.trs;

import io.micrometer.core.instrument.MeterRegistry;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem.HttpMethod;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.Parameter;
import org.reprise.kit.web.ApiDescription;
import org.reprise.kit.work.OwnConnections;
import org.reprise.oslc.query.OslcQuery;
import org.reprise.oslc.trs.Feed;
import org.reprise.oslc.trs.FeedSettings;
import org.reprise.oslc.trs.Feeds;
import org.reprise.oslc.web.ContextUri;
import org.reprise.trs.application.Application;
import org.reprise.trs.application.Applications;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.http.HttpHeaders;

/** Beans that several features use. */
@Configuration(proxyBeanMethods = false)
@ConfigurationPropertiesScan
@Import({OwnConnections.class, Feed.Database.class})
class TrsBeans {
  private static final String MEMBERS =
      """
      select id::text as resource, row_number() over (order by id) as place
      from version where application = '%s' and tracked\
      """;

  @Bean
  ApiDescription apiDescription() {
    return new ApiDescription(
        "trs-feed",
        "v1",
        "Artifacts of OSLC applications, their configurations and their tracked resource sets.") {
      // Controllers read these from the request.
      @Override
      protected void describe(String path, HttpMethod method, Operation operation) {
        if (path.endsWith("/resources") && method == HttpMethod.GET) {
          OslcQuery.PARAMETERS.stream().sorted().forEach(name -> add(operation, "query", name));
        }
        if (path.contains("/resource")) {
          add(operation, "query", ContextUri.PARAMETER);
        }
        if (method == HttpMethod.PUT || method == HttpMethod.DELETE) {
          add(operation, "header", HttpHeaders.IF_MATCH);
        }
        if (path.endsWith("/baselines") && method == HttpMethod.POST) {
          add(operation, "header", "Idempotency-Key");
        }
      }

      private static void add(Operation operation, String place, String name) {
        operation.addParametersItem(
            new Parameter().in(place).name(name).schema(new StringSchema()));
      }
    };
  }

  @Bean
  FeedSettings feedSettings(Environment environment) {
    return FeedSettings.of(environment, "reprise.trs");
  }

  @Bean(initMethod = "start")
  Feeds feeds(
      Feed.Database database,
      Applications applications,
      FeedSettings settings,
      MeterRegistry registry) {
    return new Feeds(
        applications.withResources().stream().map(one -> source(one, applications)).toList(),
        database,
        settings,
        registry,
        () -> {});
  }

  private static Feed.Source source(Application application, Applications applications) {
    return new Feed.Source(
        application.path(),
        applications.feed(application),
        applications.trackedStart(application),
        MEMBERS.formatted(application.path()));
  }
}

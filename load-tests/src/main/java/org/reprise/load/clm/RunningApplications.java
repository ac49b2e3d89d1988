package org.reprise.load.clm;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.reprise.load.deploy.Deployment;

/**
 * The applications in a run: each a process of its own, with a database of its own, in a role that
 * is called as the application is.
 */
public record RunningApplications(Deployment services) {
  /** Variables of each, so that all of them leave the database server some connections. */
  public static final Map<String, String> FEW_CONNECTIONS =
      Map.of("SPRING_DATASOURCE_HIKARI_MAXIMUM_POOL_SIZE", "12");

  private static final Duration LONGEST_FILL = Duration.ofMinutes(10);

  public void fill(String application, double scale, long seed)
      throws IOException, InterruptedException {
    var origin = services.origin(application);
    try (var calls = new ServiceCalls(services.credentials(), LONGEST_FILL, origin)) {
      var address = "/%s/fill?scale=%s&seed=%d".formatted(application, scale, seed);
      var unused = calls.post(origin.resolve(address), "");
    }
  }

  /** Where an application makes artifacts of its first project. */
  public URI factory(String application) {
    return services
        .origin(application)
        .resolve("/%s/oslc/projects/1/resources".formatted(application));
  }

  public FeedDatabase feed(String application) {
    return new FeedDatabase(application, services.database(application));
  }
}

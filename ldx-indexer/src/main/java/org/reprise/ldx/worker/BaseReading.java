package org.reprise.ldx.worker;

import java.net.URI;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.feed.BasePage;
import org.reprise.ldx.feed.FeedLimits;
import org.reprise.ldx.http.FetchFailure;
import org.reprise.ldx.http.FetchFailure.Kind;
import org.reprise.ldx.rdf.UriKey;

/** Goes through the pages of a base, each one once. */
final class BaseReading {
  private final Run run;
  private final FeedLimits limits;
  private final Set<UUID> visited = new HashSet<>();
  private int withoutMembers;
  private long members;

  BaseReading(Run run, FeedLimits limits) {
    this.run = run;
    this.limits = limits;
  }

  interface PageWork {
    void take(BasePage page) throws Exception;
  }

  /** Reads pages to the last one; fails when there is none, or the base is gone. */
  void read(URI first, PageWork work) throws Exception {
    URI uri = first;
    while (uri != null) {
      run.stop().check();
      uri = readOne(uri, work);
    }
  }

  private @Nullable URI readOne(URI uri, PageWork work) throws Exception {
    BasePage page = run.server().call(() -> run.feed().page(uri));
    if (!visited.add(UriKey.of(page.uri().toString()))) {
      throw endless("the base goes in a circle: a page leads to %s again".formatted(page.uri()));
    }
    members += page.members().size();
    withoutMembers = page.members().isEmpty() ? withoutMembers + 1 : 0;
    if (withoutMembers > limits.pagesWithoutMembers()) {
      throw endless(
          "the base has more than %,d pages without members, one after the other"
              .formatted(limits.pagesWithoutMembers()));
    }
    if (visited.size() > limits.pages() || members > FeedLimits.MEMBERS) {
      throw endless(
          "the base has more than %,d pages or %,d members"
              .formatted(limits.pages(), FeedLimits.MEMBERS));
    }
    work.take(page);
    return page.next();
  }

  private static FetchFailure endless(String reason) {
    return new FetchFailure(Kind.DOCUMENT, reason);
  }
}

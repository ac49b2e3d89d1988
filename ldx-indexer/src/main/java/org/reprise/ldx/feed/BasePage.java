package org.reprise.ldx.feed;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a base (OSLC TRS 3.0, section 4.3).
 *
 * @param uri its own, after redirections
 * @param members the resources that it lists, each one once
 * @param next null on the last page
 * @param cutoff the newest event that the base accounts for, {@code rdf:nil} where it is one of the
 *     beginning; null where the page does not say
 */
public record BasePage(URI uri, List<String> members, @Nullable URI next, @Nullable String cutoff) {
  public BasePage {
    members = List.copyOf(members);
  }
}

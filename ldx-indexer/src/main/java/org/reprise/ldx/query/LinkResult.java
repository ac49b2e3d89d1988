package org.reprise.ldx.query;

import java.util.Map;
import java.util.Set;

/**
 * The answer to a query.
 *
 * @param links each once, however many versions have it
 * @param titles of resources that are indexed, if requested
 */
record LinkResult(Set<Link> links, Map<String, String> titles) {
  void add(Link link, Links.Row row) {
    links.add(link);
    if (row.title() != null) {
      titles.putIfAbsent(link.source(), row.title());
    }
  }
}

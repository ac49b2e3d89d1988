package org.reprise.lists.contents;

import java.util.List;
import java.util.Map;

/**
 * A page of records (mod-fqm-manager, ResultsetPage).
 *
 * @param content the records in the order of their ids, each with its id and those of the fields
 *     that have a value; what is no longer there has {@code _deleted} instead
 * @param totalRecords how many there are on all pages
 */
public record ResultsPage(List<Map<String, Object>> content, long totalRecords) {
  public ResultsPage {
    content = List.copyOf(content);
  }
}

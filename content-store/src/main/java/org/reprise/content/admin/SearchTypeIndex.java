package org.reprise.content.admin;

import org.reprise.kit.web.KnownParametersOnly;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The index on documents' search types, which the report's tuning adds (its {@code
 * DOC_SEARCH_TYPE_IDX}). It is there unless somebody drops it.
 */
@RestController
@RequestMapping("/admin/indexes/search-type")
@KnownParametersOnly
class SearchTypeIndex {
  /** Whether the index is there, or is to be. */
  record State(boolean present) {}

  private final JdbcClient database;

  SearchTypeIndex(JdbcClient database) {
    this.database = database;
  }

  @GetMapping
  State get() {
    return new State(
        database
            .sql("select to_regclass('version_search_type') is not null")
            .query(Boolean.class)
            .single());
  }

  /** Creates or drops the index. Documents cannot be written meanwhile. */
  @PutMapping
  State put(@RequestBody State wanted) {
    // With the id, so that pages of results come from the index in their order.
    database
        .sql(
            wanted.present()
                ? "create index if not exists version_search_type on version (search_type, id)"
                : "drop index if exists version_search_type")
        .update();
    return get();
  }
}

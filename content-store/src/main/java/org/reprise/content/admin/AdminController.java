package org.reprise.content.admin;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.content.cache.CacheState;
import org.reprise.content.cache.ContentCache;
import org.reprise.content.store.Scrubber;
import org.reprise.content.store.StoreState;
import org.reprise.kit.web.KnownParametersOnly;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** The cache of this instance, the storage areas, and an index, for administrators. */
@RestController
@RequestMapping("/admin")
@KnownParametersOnly
class AdminController {
  private final ContentCache cache;
  private final StoreState storage;
  private final Scrubber scrubber;
  private final JdbcClient database;

  AdminController(ContentCache cache, StoreState storage, Scrubber scrubber, JdbcClient database) {
    this.cache = cache;
    this.storage = storage;
    this.scrubber = scrubber;
    this.database = database;
  }

  @GetMapping("/cache")
  CacheState cache() {
    return cache.state();
  }

  /** New bounds of the cache; null keeps one. */
  record Bounds(@Nullable Long maxBytes, @Nullable Integer maxEntries) {}

  /** Changes the cache's bounds until the service ends. */
  @PutMapping("/cache")
  CacheState resize(@RequestBody Bounds bounds) {
    CacheState now = cache.state();
    long bytes = bounds.maxBytes() == null ? now.maxBytes() : bounds.maxBytes();
    int entries = bounds.maxEntries() == null ? now.maxEntries() : bounds.maxEntries();
    try {
      cache.resize(bytes, entries);
    } catch (IllegalArgumentException e) {
      throw new ResponseStatusException(HttpStatus.BAD_REQUEST, e.getMessage() + ".", e);
    }
    return cache.state();
  }

  @GetMapping("/storage")
  List<StoreState.Area> storage() {
    return storage.areas();
  }

  @GetMapping("/scrub")
  Scrubber.Report scrub() {
    return scrubber.report();
  }

  /** Begins to verify all contents, unless that runs already. */
  @PostMapping("/scrub")
  @ResponseStatus(HttpStatus.ACCEPTED)
  Scrubber.Report beginScrub() {
    scrubber.beginNow();
    return scrubber.report();
  }

  /** Whether the index on documents' search types, of the report's tuning, is there or is to be. */
  record Index(boolean present) {}

  @GetMapping("/indexes/search-type")
  Index index() {
    String sql = "select to_regclass('version_search_type') is not null";
    return new Index(database.sql(sql).query(Boolean.class).single());
  }

  /** Creates or drops the index. Documents cannot be written meanwhile. */
  @PutMapping("/indexes/search-type")
  Index changeIndex(@RequestBody Index wanted) {
    // With the id, so that pages of results come from the index in their order.
    database
        .sql(
            wanted.present()
                ? "create index if not exists version_search_type on version (search_type, id)"
                : "drop index if exists version_search_type")
        .update();
    return index();
  }
}

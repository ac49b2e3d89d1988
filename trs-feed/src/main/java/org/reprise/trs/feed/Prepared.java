package org.reprise.trs.feed;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.reprise.oslc.rdf.RdfFormat;
import org.reprise.oslc.rdf.RdfWriter;
import org.reprise.oslc.rdf.Statements;
import org.reprise.trs.application.Application;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Documents as bytes. What never changes is written once for each format and then kept in the
 * database; memory holds what was asked for lately, up to a number of bytes.
 */
final class Prepared {
  private static final int BYTES_BESIDE_BODY = 256;

  private final JdbcClient jdbc;
  private final Cache<Object, Document> cache;

  Prepared(JdbcClient jdbc, long bytes) {
    this.jdbc = jdbc;
    this.cache =
        Caffeine.newBuilder()
            .maximumWeight(bytes)
            .weigher((Object key, Document document) -> document.body().length + BYTES_BESIDE_BODY)
            .build();
  }

  /** An answer's bytes. */
  @SuppressWarnings("ArrayRecordComponent") // nobody changes or compares them
  record Document(String etag, byte[] body) {}

  /**
   * Which document.
   *
   * @param kind {@code base} or {@code log}
   * @param number of the base's generation, or the segment
   * @param page of the base; 0 for a segment
   * @param incarnation of the event that a segment ends with, as a restored database may give its
   *     number to another one; 0 for a base
   */
  record Key(
      Application application,
      String kind,
      long number,
      int page,
      long incarnation,
      RdfFormat format) {
    private String formatName() {
      return format.name().toLowerCase(Locale.ROOT);
    }
  }

  private record Changing(Application application, String tag, RdfFormat format) {}

  /** A document that never changes. */
  Document once(Key key, Supplier<Statements> statements) {
    Document known = cache.getIfPresent(key);
    if (known != null) {
      return known;
    }
    Document document =
        stored(key)
            .orElseGet(() -> {
              Document made = write(statements.get(), key.format());
              store(key, made);
              // Another process may have been faster; both answer with the same bytes.
              return stored(key).orElse(made);
            });
    cache.put(key, document);
    return document;
  }

  /** A document that changes: bytes of one state of it, kept in memory only. */
  byte[] state(
      Application application, String tag, RdfFormat format, Supplier<Statements> statements) {
    Changing key = new Changing(application, tag, format);
    Document known = cache.getIfPresent(key);
    if (known == null) {
      known = new Document(tag, RdfWriter.write(statements.get(), format));
      cache.put(key, known);
    }
    return known.body();
  }

  private static Document write(Statements statements, RdfFormat format) {
    byte[] body = RdfWriter.write(statements, format);
    return new Document(RdfWriter.etag(body, format), body);
  }

  private Optional<Document> stored(Key key) {
    return jdbc.sql(
            """
            select etag, body from prepared
            where application = ? and kind = ? and number = ? and page = ? and incarnation = ?
              and format = ?\
            """)
        .params(
            key.application().path(),
            key.kind(),
            key.number(),
            key.page(),
            key.incarnation(),
            key.formatName())
        .query((row, n) -> new Document(row.getString(1), row.getBytes(2)))
        .optional();
  }

  private void store(Key key, Document document) {
    jdbc.sql(
            """
            insert into prepared
              (application, kind, number, page, incarnation, format, etag, body)
            values (?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing\
            """)
        .params(
            key.application().path(),
            key.kind(),
            key.number(),
            key.page(),
            key.incarnation(),
            key.formatName(),
            document.etag(),
            document.body())
        .update();
  }
}

package org.reprise.oslc.trs;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.function.Supplier;
import org.reprise.oslc.rdf.RdfFormat;
import org.reprise.oslc.rdf.RdfWriter;
import org.reprise.oslc.rdf.Statements;

/**
 * Documents as bytes. What never changes is written once for each format and then kept with the
 * set; memory holds recent ones, up to a number of bytes.
 */
final class Prepared {
  private static final int BYTES_BESIDE_BODY = 256;

  private final Cache<Object, PreparedDocument> cache;

  Prepared(long bytes) {
    this.cache =
        Caffeine.newBuilder()
            .maximumWeight(bytes)
            .weigher((Object key, PreparedDocument document) ->
                document.body().length + BYTES_BESIDE_BODY)
            .build();
  }

  private record Lasting(String set, PreparedDocument.Key key) {}

  private record Changing(String set, String tag, RdfFormat format) {}

  /** A document that never changes. */
  PreparedDocument once(
      TrackedResourceSet set, PreparedDocument.Key key, Supplier<Statements> statements) {
    Lasting lasting = new Lasting(set.uri(), key);
    PreparedDocument known = cache.getIfPresent(lasting);
    if (known != null) {
      return known;
    }
    PreparedDocument document =
        set.find(key)
            .orElseGet(() -> {
              PreparedDocument made = write(statements.get(), key.format());
              set.keep(key, made);
              // Another process may have been faster; both answer with the same bytes.
              return set.find(key).orElse(made);
            });
    cache.put(lasting, document);
    return document;
  }

  /** A document that changes: bytes of one state of it, kept in memory only. */
  byte[] state(
      TrackedResourceSet set, String tag, RdfFormat format, Supplier<Statements> statements) {
    Changing key = new Changing(set.uri(), tag, format);
    PreparedDocument known = cache.getIfPresent(key);
    if (known == null) {
      known = new PreparedDocument(tag, RdfWriter.write(statements.get(), format));
      cache.put(key, known);
    }
    return known.body();
  }

  private static PreparedDocument write(Statements statements, RdfFormat format) {
    byte[] body = RdfWriter.write(statements, format);
    return new PreparedDocument(RdfWriter.etag(body, format), body);
  }
}

package org.reprise.cps.query;

import java.lang.ref.SoftReference;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.schema.YangSchema;

/**
 * What a query of all anchors keeps of a schema set: the selects of its places. The schema itself
 * may be large and is kept only while there is memory for it.
 */
final class SearchedSchema {
  private final @Nullable String refusal;
  private final List<Sql> parts;
  private SoftReference<@Nullable YangSchema> schema;

  private SearchedSchema(@Nullable String refusal, List<Sql> parts, @Nullable YangSchema schema) {
    this.refusal = refusal;
    this.parts = List.copyOf(parts);
    this.schema = new SoftReference<>(schema);
  }

  static SearchedSchema of(YangSchema schema, Collection<Place> places, QuerySize size) {
    List<Sql> parts = Selection.ofAnchorsNamedLater(places, size).parts();
    return new SearchedSchema(null, parts, parts.isEmpty() ? null : schema);
  }

  /**
   * One that cannot be read.
   *
   * @param reason what is wrong with it
   */
  static SearchedSchema refused(String reason) {
    return new SearchedSchema(reason, List.of(), null);
  }

  @Nullable String refusal() {
    return refusal;
  }

  boolean hasPlaces() {
    return !parts.isEmpty();
  }

  List<Sql> parts(Collection<Long> anchors) {
    Long[] ids = anchors.toArray(Long[]::new);
    return parts.stream().map(part -> part.with(Selection.NAMED_LATER, ids)).toList();
  }

  /** The schema; loaded where it was not kept. */
  YangSchema schema(Supplier<YangSchema> load) {
    YangSchema kept = schema.get();
    if (kept == null) {
      kept = load.get();
      schema = new SoftReference<>(kept);
    }
    return kept;
  }
}

package org.reprise.lists.inventory;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.search.Columns;
import org.reprise.lists.search.Resource;

/** A work, as mod-inventory answers it. */
record Instance(
    UUID id,
    @JsonProperty("_version") int version,
    String hrid,
    String title,
    List<Contributor> contributors,
    Metadata metadata) {
  static final Resource<Instance> RESOURCE =
      new Resource<>(
          "instance",
          "n.*",
          "instance n",
          "n",
          "lower(n.hrid)",
          Map.of(),
          (row, number) ->
              new Instance(
                  Columns.id(row, "id"),
                  row.getInt("version"),
                  Columns.text(row, "hrid"),
                  Columns.text(row, "title"),
                  Contributor.of(Columns.textOrNull(row, "primary_contributor")),
                  new Metadata(
                      Columns.time(row, "created_date"), Columns.time(row, "updated_date"))));

  /** Somebody who made the work. */
  record Contributor(String name, boolean primary) {
    static List<Contributor> of(@Nullable String name) {
      return name == null ? List.of() : List.of(new Contributor(name, true));
    }
  }
}

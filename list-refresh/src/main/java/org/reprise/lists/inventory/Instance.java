package org.reprise.lists.inventory;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.row.Columns;
import org.reprise.lists.search.Resource;

/** A work, as mod-inventory answers it. */
record Instance(
    UUID id,
    @JsonProperty("_version") int version,
    String hrid,
    String title,
    List<Identifier> identifiers,
    List<Contributor> contributors,
    Metadata metadata) {
  static final Resource<Instance> RESOURCE =
      new Resource<>(
          "instance",
          """
          n.*, array(
            select unnest(m.identifiers) from marc_record m
            where m.tenant = n.tenant and m.instance_id = n.id) as identifiers\
          """,
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
                  Columns.texts(row, "identifiers").stream().map(Identifier::new).toList(),
                  Contributor.of(Columns.textOrNull(row, "primary_contributor")),
                  new Metadata(
                      Columns.time(row, "created_date"), Columns.time(row, "updated_date"))));

  /** A number that it is known by, such as an ISBN. */
  record Identifier(String value) {}

  record Contributor(String name, boolean primary) {
    static List<Contributor> of(@Nullable String name) {
      return name == null ? List.of() : List.of(new Contributor(name, true));
    }
  }
}

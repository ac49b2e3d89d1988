package org.reprise.lists.inventory;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.search.Resource;

/** A work, as mod-inventory answers it. */
record Instance(
    UUID id,
    @JsonProperty("_version") int version,
    String hrid,
    String title,
    @JsonIgnore List<String> numbers,
    @JsonIgnore @Nullable String primaryContributor,
    Metadata metadata) {

  static final Resource<Instance> RESOURCE =
      new Resource<>(
          "instance",
          """
          n.*, n.created_date as metadata_created_date, n.updated_date as metadata_updated_date,
          array(
            select unnest(m.identifiers) from marc_record m
            where m.tenant = n.tenant and m.instance_id = n.id) as numbers\
          """,
          "instance n",
          "n",
          "lower(n.hrid)",
          Map.of(),
          RecordMapper.of(Instance.class));

  /** A number that it is known by, such as an ISBN. */
  record Identifier(String value) {}

  record Contributor(String name, boolean primary) {}

  @JsonProperty
  List<Identifier> identifiers() {
    return numbers.stream().map(Identifier::new).toList();
  }

  @JsonProperty
  List<Contributor> contributors() {
    return primaryContributor == null
        ? List.of()
        : List.of(new Contributor(primaryContributor, true));
  }
}

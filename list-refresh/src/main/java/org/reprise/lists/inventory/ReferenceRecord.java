package org.reprise.lists.inventory;

import static io.swagger.v3.oas.annotations.media.Schema.AccessMode.READ_ONLY;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.search.Field;
import org.reprise.lists.search.Resource;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Violations;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;

/**
 * What an administrator sets up, such as a loan policy: kept as it came, in a table of its kind,
 * which generates the columns that statements need.
 *
 * @param version of a change, the one that it was made of; null for any, as FOLIO has none here
 */
@JsonIgnoreProperties(value = "metadata", allowGetters = true)
record ReferenceRecord(
    @Nullable UUID id,
    @JsonProperty("_version") @Nullable Integer version,
    @Schema(accessMode = READ_ONLY) @Nullable Metadata metadata,
    @JsonAnySetter @JsonDeserialize(using = NoMember.class) Map<String, JsonNode> members)
    implements InventoryRecord<ReferenceRecord> {

  /** Returns how the rows of a table are read, whose queries name members by their types. */
  static Resource<ReferenceRecord> resource(String table, Map<String, String> types) {
    Map<String, Field> fields = new HashMap<>(Map.of("id", Field.id("r.id")));
    types.forEach((name, type) -> {
      String text = "(r.details #>> '{%s}')".formatted(name.replace('.', ','));
      switch (type.replace("!", "")) {
        case "uuid" -> fields.put(name, Field.id(text + "::uuid"));
        case "boolean" -> fields.put(name, Field.flag(text + "::boolean"));
        case "string", "text" -> fields.put(name, Field.text(text));
        default -> {}
      }
    });
    return new Resource<>(
        table.replace('_', ' '),
        """
        r.id, r.version, r.details as members, r.created_date as metadata_created_date,
        r.updated_date as metadata_updated_date\
        """,
        table + " r",
        "r",
        "lower(coalesce(r.details ->> 'name', r.details ->> 'group')), r.created_date, r.id",
        fields,
        RecordMapper.of(ReferenceRecord.class));
  }

  @Override
  public boolean needsVersion() {
    return false;
  }

  @Override
  public @Nullable String hrid() {
    return null;
  }

  @Override
  public void check(Violations violations) {}

  @Override
  public Map<String, @Nullable Object> columns(JdbcClient jdbc, Tenant tenant, UUID key) {
    return Map.of();
  }
}

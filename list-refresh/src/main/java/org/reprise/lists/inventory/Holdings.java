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

/** Where copies of an instance stand, as mod-inventory-storage has it. */
@JsonIgnoreProperties(
    value = {"effectiveLocationId", "metadata"},
    allowGetters = true)
record Holdings(
    @Nullable UUID id,
    @JsonProperty("_version") @Nullable Integer version,
    @Nullable String hrid,
    @Nullable UUID instanceId,
    @Nullable UUID permanentLocationId,
    @Schema(accessMode = READ_ONLY) @Nullable UUID effectiveLocationId,
    @Nullable String callNumber,
    @Schema(accessMode = READ_ONLY) @Nullable Metadata metadata,
    @JsonAnySetter @JsonDeserialize(using = NoMember.class) Map<String, JsonNode> members)
    implements InventoryRecord<Holdings> {
  private static final int MAX_CALL_NUMBER = 500;

  static final Resource<Holdings> RESOURCE =
      new Resource<>(
          "holdings",
          """
          h.id, h.version, h.hrid, h.instance_id, h.permanent_location_id,
          h.permanent_location_id as effective_location_id, h.call_number,
          h.created_date as metadata_created_date, h.updated_date as metadata_updated_date,
          coalesce(h.details, '{}') as members\
          """,
          "holdings h",
          "h",
          "lower(h.hrid)",
          Map.of(
              "id", Field.id("h.id"),
              "hrid", Field.text("h.hrid"),
              "instanceId", Field.id("h.instance_id")),
          RecordMapper.of(Holdings.class));

  @Override
  public void check(Violations violations) {
    violations
        .required("instanceId", instanceId)
        .required("permanentLocationId", permanentLocationId)
        .text("callNumber", callNumber, MAX_CALL_NUMBER);
  }

  @Override
  public Map<String, @Nullable Object> columns(JdbcClient jdbc, Tenant tenant, UUID key) {
    Map<String, @Nullable Object> columns = new HashMap<>();
    columns.put("instance_id", instanceId);
    columns.put("permanent_location_id", permanentLocationId);
    columns.put("call_number", callNumber);
    return columns;
  }

  /** Moves the items that stand where their holdings do. */
  @Override
  public void changeDependents(JdbcClient jdbc, Tenant tenant, UUID id) {
    jdbc.sql(
            """
            update item
            set effective_location_id = :location, version = version + 1, updated_date = now()
            where tenant = :tenant and holdings_id = :id and permanent_location_id is null
              and effective_location_id <> :location\
            """)
        .param("location", permanentLocationId)
        .param("tenant", tenant.number())
        .param("id", id)
        .update();
  }
}

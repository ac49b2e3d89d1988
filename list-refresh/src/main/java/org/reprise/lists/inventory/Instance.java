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
import tools.jackson.databind.node.MissingNode;

/** A work, as mod-inventory and mod-inventory-storage have it. */
@JsonIgnoreProperties(value = "metadata", allowGetters = true)
record Instance(
    @Nullable UUID id,
    @JsonProperty("_version") @Nullable Integer version,
    @Nullable String hrid,
    @Nullable String title,
    @Schema(accessMode = READ_ONLY) @Nullable Metadata metadata,
    @JsonAnySetter @JsonDeserialize(using = NoMember.class) Map<String, JsonNode> members)
    implements InventoryRecord<Instance> {
  private static final int MAX_TITLE = 99_999;

  // An imported one has what its record says; the type is that of FOLIO's reference data for none.
  static final Resource<Instance> RESOURCE =
      new Resource<>(
          "instance",
          """
          n.id, n.version, n.hrid, n.title, n.created_date as metadata_created_date,
          n.updated_date as metadata_updated_date,
          coalesce(n.details, jsonb_build_object(
            'source', 'MARC', 'instanceTypeId', '30fffe0e-e985-4144-b2e2-1e8179bdb41f',
            'contributors', (
              select coalesce(jsonb_agg(jsonb_build_object('name', name, 'primary', true)), '[]')
              from unnest(array[n.primary_contributor]) name where name is not null),
            'identifiers', (
              select coalesce(jsonb_agg(jsonb_build_object('value', number)), '[]')
              from marc_record m, unnest(m.identifiers) number
              where m.tenant = n.tenant and m.instance_id = n.id))) as members\
          """,
          "instance n",
          "n",
          "lower(n.hrid)",
          Map.of(
              "id", Field.id("n.id"),
              "hrid", Field.text("n.hrid"),
              "title", Field.text("n.title")),
          RecordMapper.of(Instance.class));

  @Override
  public void check(Violations violations) {
    violations.required("title", title).text("title", title, MAX_TITLE);
  }

  @Override
  public Map<String, @Nullable Object> columns(JdbcClient jdbc, Tenant tenant, UUID key) {
    JsonNode contributors = members.getOrDefault("contributors", MissingNode.getInstance());
    JsonNode primary =
        contributors
            .valueStream()
            .filter(one -> one.path("primary").asBoolean(false))
            .findFirst()
            .orElse(contributors.path(0));
    Map<String, @Nullable Object> columns = new HashMap<>();
    columns.put("title", title);
    columns.put("primary_contributor", primary.path("name").stringValue(null));
    return columns;
  }
}

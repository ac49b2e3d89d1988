package org.reprise.lists.user;

import static io.swagger.v3.oas.annotations.media.Schema.AccessMode.READ_ONLY;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.swagger.v3.oas.annotations.media.Schema;
import java.sql.Types;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.inventory.InventoryRecord;
import org.reprise.lists.inventory.Metadata;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.search.Field;
import org.reprise.lists.search.Resource;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Violations;
import org.springframework.jdbc.core.SqlParameterValue;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.node.MissingNode;

/**
 * A patron, as mod-users has it; active unless the body says otherwise. An empty username, barcode
 * or external id is none.
 *
 * @param version of a change, the one that it was made of; null for any
 */
@JsonIgnoreProperties(value = "metadata", allowGetters = true)
record User(
    @Nullable UUID id,
    @JsonProperty("_version") @Nullable Integer version,
    @Nullable String username,
    @Nullable String barcode,
    @Nullable String externalSystemId,
    @Nullable Boolean active,
    @Nullable UUID patronGroup,
    @Nullable Instant expirationDate,
    @Schema(accessMode = READ_ONLY) @Nullable Metadata metadata,
    @JsonAnySetter @JsonDeserialize(using = NoMember.class) Map<String, JsonNode> members)
    implements InventoryRecord<User> {
  private static final int MAX_LENGTH = 200;

  static final Resource<User> RESOURCE =
      new Resource<>(
          "user",
          """
          u.*, u.patron_group_id as patron_group, u.created_date as metadata_created_date,
          u.updated_date as metadata_updated_date, '{"type": "patron"}'::jsonb || coalesce(u.details,
            jsonb_build_object('personal', jsonb_strip_nulls(jsonb_build_object(
              'lastName', u.last_name, 'firstName', u.first_name, 'email', u.email,
              'preferredContactTypeId', u.preferred_contact_type_id)))) as members\
          """,
          "app_user u",
          "u",
          "lower(u.last_name), u.id",
          Map.of(
              "id", Field.id("u.id"),
              "barcode", Field.text("u.barcode"),
              "username", Field.text("u.username"),
              "externalSystemId", Field.text("u.external_system_id"),
              "patronGroup", Field.id("u.patron_group_id"),
              "personal.lastName", Field.text("u.last_name"),
              "personal.firstName", Field.text("u.first_name"),
              "personal.email", Field.text("u.email"),
              "active", Field.flag("u.active")),
          RecordMapper.of(User.class));

  User {
    username = blankToNull(username);
    barcode = blankToNull(barcode);
    externalSystemId = blankToNull(externalSystemId);
  }

  private static @Nullable String blankToNull(@Nullable String text) {
    return text == null || text.isBlank() ? null : text;
  }

  @Override
  public boolean needsVersion() {
    return false;
  }

  @Override
  public @Nullable String hrid() {
    return null;
  }

  private @Nullable String personal(String name) {
    return members.getOrDefault("personal", MissingNode.getInstance()).path(name).stringValue(null);
  }

  @Override
  public void check(Violations violations) {
    violations
        .text("username", username, MAX_LENGTH)
        .text("barcode", barcode, MAX_LENGTH)
        .text("externalSystemId", externalSystemId, MAX_LENGTH)
        .text("personal.firstName", personal("firstName"), MAX_LENGTH)
        .text("personal.email", personal("email"), MAX_LENGTH)
        .text("personal.preferredContactTypeId", personal("preferredContactTypeId"), MAX_LENGTH)
        .time("expirationDate", expirationDate);
  }

  @Override
  public Map<String, @Nullable Object> columns(JdbcClient jdbc, Tenant tenant, UUID key) {
    Map<String, @Nullable Object> columns = new HashMap<>();
    columns.put("username", username);
    columns.put("barcode", barcode);
    columns.put("external_system_id", externalSystemId);
    columns.put("active", !Boolean.FALSE.equals(active));
    columns.put("patron_group_id", patronGroup);
    columns.put("last_name", personal("lastName"));
    columns.put("first_name", personal("firstName"));
    columns.put("email", personal("email"));
    columns.put("preferred_contact_type_id", personal("preferredContactTypeId"));
    columns.put(
        "expiration_date",
        new SqlParameterValue(
            Types.TIMESTAMP_WITH_TIMEZONE,
            expirationDate == null ? null : expirationDate.atOffset(ZoneOffset.UTC)));
    return columns;
  }
}

package org.reprise.lists.user;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.search.Field;
import org.reprise.lists.search.Resource;

/** A patron, as mod-users answers it. */
record User(
    UUID id,
    @JsonProperty("_version") int version,
    @Nullable String username,
    @Nullable String barcode,
    @Nullable String externalSystemId,
    boolean active,
    String type,
    @Nullable UUID patronGroup,
    UserPersonal personal,
    @Nullable Instant expirationDate,
    UserMetadata metadata) {
  static final String PATRON = "patron";

  static final Resource<User> RESOURCE =
      new Resource<>(
          "user",
          """
          u.*, 'patron' as type, u.patron_group_id as patron_group,
          u.last_name as personal_last_name, u.first_name as personal_first_name,
          u.email as personal_email,
          u.preferred_contact_type_id as personal_preferred_contact_type_id,
          u.created_date as metadata_created_date, u.updated_date as metadata_updated_date\
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
              "active", Field.flag("u.active")),
          RecordMapper.of(User.class));

  record UserPersonal(
      String lastName,
      @Nullable String firstName,
      @Nullable String email,
      @Nullable String preferredContactTypeId) {}

  record UserMetadata(Instant createdDate, Instant updatedDate) {}
}

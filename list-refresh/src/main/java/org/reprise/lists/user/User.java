package org.reprise.lists.user;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.search.Columns;
import org.reprise.lists.search.Field;
import org.reprise.lists.search.Resource;

/** A patron, as mod-users answers it. */
record User(
    UUID id,
    @JsonProperty("_version") int version,
    @Nullable String username,
    @Nullable String barcode,
    boolean active,
    String type,
    UUID patronGroup,
    Personal personal,
    @Nullable Instant expirationDate,
    Metadata metadata) {
  /** The type of every user here. */
  static final String PATRON = "patron";

  static final Resource<User> RESOURCE =
      new Resource<>(
          "user",
          "u.*",
          "app_user u",
          "u",
          "lower(u.last_name), u.id",
          Map.of(
              "id", Field.id("u.id"),
              "barcode", Field.text("u.barcode"),
              "username", Field.text("u.username"),
              "patronGroup", Field.id("u.patron_group_id"),
              "personal.lastName", Field.text("u.last_name"),
              "active", Field.flag("u.active")),
          (row, number) ->
              new User(
                  Columns.id(row, "id"),
                  row.getInt("version"),
                  Columns.textOrNull(row, "username"),
                  Columns.textOrNull(row, "barcode"),
                  row.getBoolean("active"),
                  PATRON,
                  Columns.id(row, "patron_group_id"),
                  new Personal(
                      Columns.text(row, "last_name"),
                      Columns.textOrNull(row, "first_name"),
                      Columns.textOrNull(row, "email")),
                  Columns.timeOrNull(row, "expiration_date"),
                  new Metadata(
                      Columns.time(row, "created_date"), Columns.time(row, "updated_date"))));

  /** Who it is. */
  record Personal(String lastName, @Nullable String firstName, @Nullable String email) {}

  /** When the record was made and last changed. */
  record Metadata(Instant createdDate, Instant updatedDate) {}
}

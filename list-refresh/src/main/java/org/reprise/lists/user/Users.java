package org.reprise.lists.user;

import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.search.Resource;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.split.Split;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Refusal;
import org.reprise.lists.web.UnprocessableRequest;
import org.reprise.lists.web.Violations;
import org.reprise.lists.work.Faults;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Registers, changes, blocks and removes patrons. */
@Component
final class Users {
  private final DatabaseClient database;

  Users(Split split) {
    this.database = split.client();
  }

  /** Registers a patron; refuses impossible values, and a barcode, username or id that is taken. */
  User register(Tenant tenant, NewUser user) {
    UUID id = Objects.requireNonNullElseGet(user.id(), UUID::randomUUID);
    return change(
        user,
        () ->
            statement(
                    """
                    insert into app_user as u (tenant, id, username, barcode, external_system_id,
                      active, patron_group_id, last_name, first_name, email,
                      preferred_contact_type_id, expiration_date)
                    values (:tenant, :id, :username, :barcode, :external, :active, :group,
                      :lastName, :firstName, :email, :contact, :expires)
                    returning %s\
                    """
                        .formatted(User.RESOURCE.select()),
                    tenant,
                    id,
                    user)
                .query(User.RESOURCE.mapper())
                .single());
  }

  /**
   * Replaces all that is kept of a patron.
   *
   * @throws Refusal 400 where the body is another patron's, 404 where there is none, 409 where the
   *     change was made of another version than the stored one
   * @throws UnprocessableRequest as {@link #register} does
   */
  void update(Tenant tenant, UUID id, NewUser user) {
    if (!id.equals(user.id())) {
      throw Refusal.invalid("id", "must be that of the path, %s".formatted(id));
    }
    change(
        user,
        () -> {
          int updated =
              statement(
                      """
                      update app_user set username = :username, barcode = :barcode,
                        external_system_id = :external, active = :active, patron_group_id = :group,
                        last_name = :lastName, first_name = :firstName, email = :email,
                        preferred_contact_type_id = :contact, expiration_date = :expires,
                        updated_date = now(), version = version + 1
                      where tenant = :tenant and id = :id and version = coalesce(:version, version)\
                      """,
                      tenant,
                      id,
                      user)
                  .param("version", user.version(), Types.INTEGER)
                  .update();
          if (updated == 0) {
            User stored =
                User.RESOURCE
                    .find(database.jdbc(), tenant, id)
                    .orElseThrow(() -> Refusal.notFound(User.RESOURCE.name(), "id", id));
            throw Refusal.stale("user", id, "_version", stored.version(), user.version());
          }
          return updated;
        });
  }

  private <T> T change(NewUser user, Supplier<T> change) {
    user.check();
    try {
      return database.inTransaction(change);
    } catch (DataIntegrityViolationException e) {
      throw refused(e, user);
    }
  }

  private JdbcClient.StatementSpec statement(String sql, Tenant tenant, UUID id, NewUser user) {
    NewUser.Personal who = Objects.requireNonNull(user.personal());
    return database
        .sql(sql)
        .param("tenant", tenant.number())
        .param("id", id)
        .param("username", user.username())
        .param("barcode", user.barcode())
        .param("external", user.externalSystemId())
        .param("active", !Boolean.FALSE.equals(user.active()))
        .param("group", user.patronGroup())
        .param("lastName", who.lastName())
        .param("firstName", who.firstName())
        .param("email", who.email())
        .param("contact", who.preferredContactTypeId())
        .param("expires", time(user.expirationDate()), Types.TIMESTAMP_WITH_TIMEZONE);
  }

  private static @Nullable OffsetDateTime time(@Nullable Instant instant) {
    return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
  }

  private static RuntimeException refused(DataIntegrityViolationException thrown, NewUser user) {
    return switch (String.valueOf(Faults.constraint(thrown))) {
      case "app_user_barcode" -> taken("barcode", "barcode", user.barcode());
      case "app_user_username" -> taken("username", "username", user.username());
      case "app_user_external_system_id" ->
          taken("external system id", "externalSystemId", user.externalSystemId());
      case "app_user_pkey" -> taken("id", "id", user.id());
      case "app_user_tenant_patron_group_id_fkey" ->
          new Violations()
              .add(
                  Violations.INVALID,
                  "There is no such patron group",
                  "patronGroup",
                  user.patronGroup())
              .refusal();
      default -> thrown;
    };
  }

  private static UnprocessableRequest taken(String what, String key, @Nullable Object value) {
    return new Violations()
        .add(
            what.toUpperCase(Locale.ROOT).replace(' ', '_') + "_NOT_UNIQUE",
            "User with this %s already exists".formatted(what),
            key,
            value)
        .refusal();
  }

  /**
   * Removes a patron with the blocks on her.
   *
   * @throws Refusal 404 where there is none
   * @throws UnprocessableRequest where she has loans or requests, closed ones included
   */
  void remove(Tenant tenant, UUID id) {
    try {
      remove(User.RESOURCE, tenant, id);
    } catch (DataIntegrityViolationException e) {
      throw new Violations()
          .add(
              "USER_HAS_LOANS_OR_REQUESTS",
              "Users with loans or requests, open or closed, are not deleted",
              "id",
              id)
          .refusal();
    }
  }

  private void remove(Resource<?> resource, Tenant tenant, UUID id) {
    String sql = "delete from %s where tenant = ? and id = ?".formatted(resource.from());
    int removed =
        database.inTransaction(() -> database.sql(sql).params(tenant.number(), id).update());
    if (removed == 0) {
      throw Refusal.notFound(resource.name(), "id", id);
    }
  }

  /** Blocks a patron; throws UnprocessableRequest if she is unknown, or the id is taken. */
  PatronBlock block(Tenant tenant, PatronBlock block) {
    block.check();
    try {
      database.inTransaction(() -> insert(tenant, block));
    } catch (DuplicateKeyException e) {
      throw new Violations().add("ID_NOT_UNIQUE", "The id is taken", "id", block.id()).refusal();
    } catch (DataIntegrityViolationException e) {
      throw new Violations()
          .add(Violations.INVALID, "There is no such user", "userId", block.userId())
          .refusal();
    }
    return block;
  }

  private void insert(Tenant tenant, PatronBlock block) {
    database
        .sql(
            """
            insert into patron_block (tenant, id, user_id, description, code, staff_information,
              patron_message, borrowing, renewals, requests, expiration_date)
            values (:tenant, :id, :user, :description, :code, :staff, :message, :borrowing,
              :renewals, :requests, :expires)\
            """)
        .param("tenant", tenant.number())
        .param("id", block.id())
        .param("user", block.userId())
        .param("description", block.description())
        .param("code", block.code())
        .param("staff", block.staffInformation())
        .param("message", block.patronMessage())
        .param("borrowing", block.borrowing())
        .param("renewals", block.renewals())
        .param("requests", block.requests())
        .param("expires", time(block.expirationDate()), Types.TIMESTAMP_WITH_TIMEZONE)
        .update();
  }

  /** Removes a block; throws Refusal 404 for an unknown id. */
  void unblock(Tenant tenant, UUID id) {
    remove(PatronBlock.RESOURCE, tenant, id);
  }
}

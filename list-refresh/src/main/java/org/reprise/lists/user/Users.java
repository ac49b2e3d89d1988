package org.reprise.lists.user;

import java.sql.Types;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.split.Split;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.tenant.Tenants;
import org.reprise.lists.web.Refusal;
import org.reprise.lists.web.UnprocessableRequest;
import org.reprise.lists.web.Violations;
import org.reprise.lists.work.Faults;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Component;

/** Registers patrons and blocks them. */
@Component
final class Users {
  private final DatabaseClient database;

  Users(Split split, Tenants tenants) {
    this.database = split.client();
    tenants.all().forEach(this::addGroups);
  }

  private void addGroups(Tenant tenant) {
    for (String name : PatronGroup.NAMES) {
      database
          .sql(
              """
              insert into patron_group (tenant, id, name) values (?, ?, ?)
              on conflict do nothing\
              """)
          .params(tenant.number(), PatronGroup.id(name), name)
          .update();
    }
  }

  /**
   * Registers a patron.
   *
   * @throws UnprocessableRequest where values are impossible, or barcode, username or id are taken
   */
  User register(Tenant tenant, NewUser user) {
    user.check();
    try {
      return database.inTransaction(() -> insert(tenant, user));
    } catch (DataIntegrityViolationException e) {
      throw refused(e, user);
    }
  }

  private User insert(Tenant tenant, NewUser user) {
    NewUser.Personal who = Objects.requireNonNull(user.personal());
    return database
        .sql(
            """
            insert into app_user as u (tenant, id, username, barcode, external_system_id, active,
              patron_group_id, last_name, first_name, email, preferred_contact_type_id,
              expiration_date)
            values (:tenant, :id, :username, :barcode, :external, :active, :group, :lastName,
              :firstName, :email, :contact, :expires)
            returning %s\
            """
                .formatted(User.RESOURCE.select()))
        .param("tenant", tenant.number())
        .param("id", user.id() == null ? UUID.randomUUID() : user.id())
        .param("username", user.username())
        .param("barcode", user.barcode())
        .param("external", user.externalSystemId())
        .param("active", user.active() == null || user.active())
        .param("group", user.patronGroup())
        .param("lastName", who.lastName())
        .param("firstName", who.firstName())
        .param("email", who.email())
        .param("contact", who.preferredContactTypeId())
        .param("expires", time(user.expirationDate()), Types.TIMESTAMP_WITH_TIMEZONE)
        .query(User.RESOURCE.mapper())
        .single();
  }

  private static @Nullable OffsetDateTime time(java.time.@Nullable Instant instant) {
    return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
  }

  private static UnprocessableRequest refused(
      DataIntegrityViolationException thrown, NewUser user) {
    String message = String.valueOf(thrown.getMostSpecificCause().getMessage());
    Violations violations = new Violations();
    if (!Faults.isDuplicate(thrown)) {
      violations.add(
          Violations.INVALID, "There is no such patron group", "patronGroup", user.patronGroup());
    } else if (message.contains("app_user_barcode")) {
      violations.add(
          "BARCODE_NOT_UNIQUE", "User with this barcode already exists", "barcode", user.barcode());
    } else if (message.contains("app_user_username")) {
      violations.add(
          "USERNAME_NOT_UNIQUE",
          "User with this username already exists",
          "username",
          user.username());
    } else if (message.contains("app_user_external_system_id")) {
      violations.add(
          "EXTERNAL_SYSTEM_ID_NOT_UNIQUE",
          "User with this external system id already exists",
          "externalSystemId",
          user.externalSystemId());
    } else {
      violations.add("ID_NOT_UNIQUE", "User with this id already exists", "id", user.id());
    }
    return violations.refusal();
  }

  /**
   * Blocks a patron.
   *
   * @throws UnprocessableRequest where there is no such patron, or the id is taken
   */
  PatronBlock block(Tenant tenant, PatronBlock block) {
    block.check();
    try {
      database.inTransaction(() -> insert(tenant, block));
    } catch (DataIntegrityViolationException e) {
      Violations violations = new Violations();
      throw (Faults.isDuplicate(e)
              ? violations.add("ID_NOT_UNIQUE", "The id is taken", "id", block.id())
              : violations.add(
                  Violations.INVALID, "There is no such user", "userId", block.userId()))
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

  /**
   * Removes a block.
   *
   * @throws Refusal 404 where there is none
   */
  void unblock(Tenant tenant, UUID id) {
    database.inTransaction(() -> {
      int blocks =
          database
              .sql("delete from patron_block where tenant = :tenant and id = :id")
              .param("tenant", tenant.number())
              .param("id", id)
              .update();
      if (blocks == 0) {
        throw Refusal.notFound(PatronBlock.RESOURCE.name(), "id", id);
      }
    });
  }
}

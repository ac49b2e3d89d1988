package org.reprise.lists.list;

import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.tenant.Caller;
import org.reprise.lists.web.Refusal;
import org.reprise.lists.web.Refusal.Parameter;
import org.springframework.http.HttpStatus;

/** Why a list is not served (codes of mod-lists, 1.0.0). */
public final class ListRefusals {
  private ListRefusals() {}

  /** There is none of that id in the tenant, or it was deleted. */
  public static Refusal notFound(UUID id) {
    return about(id, HttpStatus.NOT_FOUND, "list.not.found", "List with id %s was not found");
  }

  public static Refusal refreshing(UUID id, String name) {
    return about(id, name, "list.refresh.in.progress", "List %s is being refreshed");
  }

  public static Refusal inactive(UUID id, String name) {
    return about(id, name, "list.is.inactive", "List %s is not active");
  }

  /** 400: a list as it is does not allow the request; the message has a place for the id. */
  public static Refusal about(UUID id, String name, String code, String message) {
    return about(id, HttpStatus.BAD_REQUEST, code, message, new Parameter("name", name));
  }

  private static Refusal about(
      UUID id, HttpStatus status, String code, String message, Parameter... more) {
    Parameter[] parameters =
        Stream.concat(Stream.of(new Parameter("id", id.toString())), Stream.of(more))
            .toArray(Parameter[]::new);
    return new Refusal(status, code, message.formatted(id), parameters);
  }

  /** Throws Refusal 401 where a list is private and not the caller's own. */
  public static void requireVisible(
      Caller caller, UUID id, boolean isPrivate, @Nullable UUID createdBy) {
    boolean isCreator = caller.user() != null && Objects.equals(caller.user(), createdBy);
    if (isPrivate && !isCreator) {
      throw about(
          id, HttpStatus.UNAUTHORIZED, "list.is.private", "List %s is private and another user's");
    }
  }

  /** Throws Refusal 403 where the caller lacks a permission that an entity type requires. */
  public static void requireAccess(Caller caller, EntityType type) {
    if (!caller.permissions().containsAll(type.requiredPermissions())) {
      throw new Refusal(
          HttpStatus.FORBIDDEN,
          "entity.type.restricted",
          "Entity type %s requires the permissions %s"
              .formatted(type.name(), type.requiredPermissions()),
          new Parameter("entityTypeId", type.id().toString()));
    }
  }

  static Refusal versionNotFound(UUID id, int version) {
    return new Refusal(
        HttpStatus.NOT_FOUND,
        "version.not.found",
        "List %s has no version %d".formatted(id, version),
        new Parameter("id", id.toString()),
        new Parameter("version", Integer.toString(version)));
  }
}

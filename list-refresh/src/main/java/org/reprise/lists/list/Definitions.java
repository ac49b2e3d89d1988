package org.reprise.lists.list;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.entity.EntityTypes;
import org.reprise.lists.entity.Field;
import org.reprise.lists.fql.Condition;
import org.reprise.lists.fql.FqlReader;
import org.reprise.lists.fql.InvalidQuery;
import org.reprise.lists.tenant.Caller;
import org.reprise.lists.web.Refusal;
import org.reprise.lists.web.Refusal.Parameter;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.util.StringUtils;

/** Checks what requests say of lists and queries against the entity types. */
@Component
public final class Definitions {
  private static final int MAX_NAME = 255;
  private static final int MAX_DESCRIPTION = 1024;
  private static final int MAX_FIELDS = 200;

  private final EntityTypes types;

  Definitions(EntityTypes types) {
    this.types = types;
  }

  /**
   * The entity type of that id.
   *
   * @throws Refusal 404 when there is none, 403 when the caller lacks a permission that it
   *     requires, 400 when no id is given
   */
  public EntityType type(Caller caller, @Nullable UUID id) {
    if (id == null) {
      throw Refusal.invalid("entityTypeId", "is missing");
    }
    EntityType type =
        types.find(id).orElseThrow(() -> Refusal.notFound("entity type", "entityTypeId", id));
    ListRefusals.requireAccess(caller, type);
    return type;
  }

  /** Passes those who may see entities of a type; everybody, where the type is gone. */
  void requireAccess(Caller caller, UUID id) {
    types.find(id).ifPresent(type -> ListRefusals.requireAccess(caller, type));
  }

  /** Reads a query; throws Refusal 400 that says where the query is wrong, and why. */
  public Condition query(EntityType type, String fql) {
    try {
      return FqlReader.read(fql, type);
    } catch (InvalidQuery invalid) {
      throw new Refusal(
          HttpStatus.BAD_REQUEST,
          "fql.query.invalid",
          "The FQL query is not valid: " + invalid.getMessage(),
          new Parameter(invalid.path(), invalid.reason()),
          new Parameter("path", invalid.path()),
          new Parameter("reason", invalid.reason()));
    }
  }

  /** Returns fields by name, the visible ones without names; throws Refusal 400 for others. */
  public static List<Field> fields(EntityType type, @Nullable List<String> names) {
    if (names == null || names.isEmpty()) {
      return type.fields().stream().filter(Field::visibleByDefault).toList();
    }
    if (names.size() > MAX_FIELDS) {
      throw Refusal.invalid("fields", "has more than %d names".formatted(MAX_FIELDS));
    }
    return names.stream().distinct().map(name -> field(type, name)).toList();
  }

  private static Field field(EntityType type, @Nullable String name) {
    if (name == null) {
      throw Refusal.invalid("fields", "has a null");
    }
    return type.field(name)
        .orElseThrow(() ->
            Refusal.invalid(
                "fields",
                "Field %s is not present in definition of entity type %s"
                    .formatted(name, type.name())));
  }

  Definition check(EntityType type, ListChange asked) {
    String fql = StringUtils.hasText(asked.fqlQuery()) ? asked.fqlQuery() : null;
    return new Definition(
        name(asked.name()),
        text("description", asked.description(), MAX_DESCRIPTION),
        fql,
        fql == null ? null : FriendlyQuery.of(query(type, fql)),
        fields(type, asked.fields()).stream().map(Field::name).toList(),
        required("isActive", asked.isActive()),
        required("isPrivate", asked.isPrivate()));
  }

  private static String name(@Nullable String name) {
    if (name == null || name.isBlank()) {
      throw Refusal.invalid("name", "is missing");
    }
    text("name", name, MAX_NAME);
    return name;
  }

  private static @Nullable String text(String what, @Nullable String text, int longest) {
    if (text != null && text.codePointCount(0, text.length()) > longest) {
      throw Refusal.invalid(what, "has more than %,d characters".formatted(longest));
    }
    if (text != null && text.indexOf(0) >= 0) {
      throw Refusal.invalid(what, "has U+0000, which is in no stored text");
    }
    return text;
  }

  static boolean required(String what, @Nullable Boolean value) {
    if (value == null) {
      throw Refusal.invalid(what, "is missing");
    }
    return value;
  }
}

package org.reprise.lists.fqm;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.entity.EntityTypes;
import org.reprise.lists.entity.Field;
import org.reprise.lists.entity.Operator;
import org.reprise.lists.list.Definitions;
import org.reprise.lists.tenant.Caller;
import org.reprise.lists.web.Action;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What can be asked for (mod-fqm-manager's {@code /entity-types}). */
@RestController
@RequestMapping("/entity-types")
class EntityTypeController {
  private final EntityTypes types;
  private final Definitions definitions;

  EntityTypeController(EntityTypes types, Definitions definitions) {
    this.types = types;
    this.definitions = definitions;
  }

  record Summary(UUID id, String label) {}

  record Description(UUID id, String name, String labelAlias, List<Column> columns) {}

  /**
   * A field.
   *
   * @param values all values that there can be; left out where they are not known
   */
  record Column(
      String name,
      String labelAlias,
      Type dataType,
      boolean visibleByDefault,
      List<String> queryOperators,
      @Nullable List<Value> values) {
    static Column of(Field field) {
      return new Column(
          field.name(),
          field.label(),
          new Type(type(field)),
          field.visibleByDefault(),
          field.operators().stream().map(Operator::symbol).toList(),
          field.isClosed()
              ? field.values().stream().map(value -> new Value(value, value)).toList()
              : null);
    }

    // The names that mod-fqm-manager has for them.
    private static String type(Field field) {
      return switch (field.type()) {
        case STRING -> field.isClosed() ? "enumType" : "stringType";
        case INTEGER -> "integerType";
        case BOOLEAN -> "booleanType";
        case UUID -> "rangedUUIDType";
        case DATE -> "dateType";
      };
    }
  }

  record Type(String dataType) {}

  record Value(String value, String label) {}

  @GetMapping
  @Action("read")
  List<Summary> all(Caller caller, @RequestParam(required = false) @Nullable List<UUID> ids) {
    return types.all().stream()
        .filter(type -> ids == null || ids.contains(type.id()))
        .filter(type -> caller.permissions().containsAll(type.requiredPermissions()))
        .map(type -> new Summary(type.id(), type.label()))
        .toList();
  }

  @GetMapping("/{id}")
  @Action("read")
  Description one(Caller caller, @PathVariable UUID id) {
    EntityType type = definitions.type(caller, id);
    return new Description(
        type.id(), type.name(), type.label(), type.fields().stream().map(Column::of).toList());
  }
}

package org.reprise.lists.fqm;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.entity.EntityTypes;
import org.reprise.lists.entity.Field;
import org.reprise.lists.entity.Operator;
import org.reprise.lists.list.Definitions;
import org.reprise.lists.query.Entities;
import org.reprise.lists.split.Feature;
import org.reprise.lists.split.Split;
import org.reprise.lists.tenant.Caller;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Action;
import org.reprise.lists.web.Refusal;
import org.reprise.lists.web.Refusal.Parameter;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What can be asked for (mod-fqm-manager's {@code /entity-types}). */
@RestController
@RequestMapping("/entity-types")
class EntityTypeController {
  private final EntityTypes types;
  private final Definitions definitions;
  private final Entities entities;
  private final Queries queries;

  EntityTypeController(EntityTypes types, Definitions definitions, Split split, Queries queries) {
    this.types = types;
    this.definitions = definitions;
    this.queries = queries;
    this.entities = new Entities(split, Feature.FQM);
  }

  record Summary(UUID id, String label) {}

  record Description(UUID id, String name, String labelAlias, List<Column> columns) {}

  /** A field; values are all that there can be, left out where they are not known. */
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
          field.isClosed() ? field.values().stream().map(Value::of).toList() : null);
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

  record Value(String value, String label) {
    static Value of(String value) {
      return new Value(value, value);
    }
  }

  record ColumnValues(List<Value> content) {}

  record RefreshedViews(List<String> successfulRefresh, List<String> failedRefresh) {}

  @GetMapping
  List<Summary> all(Caller caller, @RequestParam(required = false) @Nullable List<UUID> ids) {
    return types.all().stream()
        .filter(type -> ids == null || ids.contains(type.id()))
        .filter(type -> caller.permissions().containsAll(type.requiredPermissions()))
        .map(type -> new Summary(type.id(), type.label()))
        .toList();
  }

  @GetMapping("/{id}")
  Description one(Caller caller, @PathVariable UUID id) {
    EntityType type = definitions.type(caller, id);
    return new Description(
        type.id(), type.name(), type.label(), type.fields().stream().map(Column::of).toList());
  }

  @GetMapping("/{id}/columns/{name}/values")
  ColumnValues values(
      Caller caller,
      @PathVariable UUID id,
      @PathVariable String name,
      @RequestParam(defaultValue = "") String search) {
    EntityType type = definitions.type(caller, id);
    Field field =
        type.field(name)
            .orElseThrow(() ->
                new Refusal(
                    HttpStatus.NOT_FOUND,
                    "field.not.found",
                    "Entity type %s has no field %s".formatted(type.name(), name),
                    new Parameter("name", name)));
    List<String> values =
        field.isClosed()
            ? field.valuesWith(search)
            : queries.inTurn(
                caller.tenant(), () -> entities.values(caller.tenant(), type, field, search));
    return new ColumnValues(values.stream().map(Value::of).toList());
  }

  /** Does nothing: there are no materialized views, queries read the records themselves. */
  @PostMapping("/materialized-views/refresh")
  @Action("refresh")
  RefreshedViews refresh(Tenant tenant) {
    return new RefreshedViews(List.of(), List.of());
  }
}

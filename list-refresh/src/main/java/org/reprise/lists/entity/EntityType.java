package org.reprise.lists.entity;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Something that lists can be made of: its fields and the tables they are in. It is data, so
 * another entity type is another description and no code.
 *
 * @param sources its tables, the one of the entities themselves first
 * @param requiredPermissions what callers need, each of them; none where it is left out
 */
public record EntityType(
    UUID id,
    String name,
    String label,
    List<Source> sources,
    List<Field> fields,
    List<String> requiredPermissions) {
  public EntityType {
    Objects.requireNonNull(id, "The entity type has no id");
    Identifier.check("Entity type", name);
    Objects.requireNonNull(label, "The entity type has no label");
    sources = List.copyOf(Objects.requireNonNull(sources, "The entity type has no sources"));
    fields = List.copyOf(Objects.requireNonNull(fields, "The entity type has no fields"));
    requiredPermissions =
        List.copyOf(Objects.requireNonNullElse(requiredPermissions, List.<String>of()));
    checkSources(sources);
    checkFields(sources, fields);
  }

  private static void checkSources(List<Source> sources) {
    if (sources.isEmpty()) {
      throw new IllegalArgumentException("There is no source");
    }
    Set<String> before = new HashSet<>();
    for (Source source : sources) {
      if (before.isEmpty() != (source.from() == null)) {
        throw new IllegalArgumentException(
            "The first source, and only it, has no 'from': '" + source.alias() + "'");
      }
      if (source.from() != null && !before.contains(source.from())) {
        throw new IllegalArgumentException(
            "Source '%s' is from '%s', which is not before it"
                .formatted(source.alias(), source.from()));
      }
      if (!before.add(source.alias())) {
        throw new IllegalArgumentException("There are two sources '" + source.alias() + "'");
      }
    }
  }

  private static void checkFields(List<Source> sources, List<Field> fields) {
    Set<String> names = new HashSet<>();
    for (Field field : fields) {
      if (!names.add(field.name())) {
        throw new IllegalArgumentException("There are two fields '" + field.name() + "'");
      }
      boolean optional = path(sources, field.source()).stream().anyMatch(Source::optional);
      if (field.required() && optional) {
        throw new IllegalArgumentException(
            "Field '%s' is required, and its source '%s' can be missing"
                .formatted(field.name(), field.source()));
      }
    }
    if (names.isEmpty()) {
      throw new IllegalArgumentException("There is no field");
    }
  }

  /** The source whose rows are the entities. */
  public Source root() {
    return sources.getFirst();
  }

  public Optional<Field> field(String name) {
    return fields.stream().filter(field -> field.name().equals(name)).findFirst();
  }

  /** Returns the sources from the root to a field, which must be this type's, both included. */
  public List<Source> path(Field field) {
    if (!fields.contains(field)) {
      throw new IllegalArgumentException("'%s' is no field of '%s'".formatted(field.name(), name));
    }
    return path(sources, field.source());
  }

  private static List<Source> path(List<Source> sources, String alias) {
    List<Source> path = new ArrayList<>();
    String wanted = alias;
    for (Source source : sources.reversed()) {
      if (source.alias().equals(wanted)) {
        path.add(source);
        wanted = source.from();
      }
    }
    if (path.isEmpty()) {
      throw new IllegalArgumentException("There is no source '" + alias + "'");
    }
    return path.reversed();
  }
}

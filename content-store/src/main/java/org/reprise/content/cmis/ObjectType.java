package org.reprise.content.cmis;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.content.object.RepositoryFault;
import org.reprise.content.object.RepositoryFault.Kind;
import org.reprise.content.object.Types;

/** The types of objects with their properties (CMIS 1.1, section 2.1.3). */
enum ObjectType {
  DOCUMENT(Types.DOCUMENT, null, "Document", "A document of one version", Property.OF_DOCUMENTS),
  VERSIONED(
      Types.VERSIONED,
      DOCUMENT,
      "Versioned document",
      "A document with versions",
      Property.OF_DOCUMENTS),
  FOLDER(Types.FOLDER, null, "Folder", "A folder", Property.OF_FOLDERS);

  private static final Map<String, Object> CONSTANTS = Repository.read("/cmis/type.json");

  private final String id;
  private final @Nullable ObjectType parent;
  private final String displayName;
  private final String description;
  private final Map<String, Property> properties = new LinkedHashMap<>();

  ObjectType(
      String id,
      @Nullable ObjectType parent,
      String displayName,
      String description,
      List<Property> others) {
    this.id = id;
    this.parent = parent;
    this.displayName = displayName;
    this.description = description;
    Stream.concat(Property.OF_ALL.stream(), others.stream())
        .forEach(it -> properties.put(it.id(), it));
  }

  /**
   * Returns the type with an id.
   *
   * @throws RepositoryFault objectNotFound
   */
  static ObjectType require(String id) {
    return find(id)
        .orElseThrow(() -> Kind.OBJECT_NOT_FOUND.fault("There is no type '" + id + "'."));
  }

  static Optional<ObjectType> find(String id) {
    return Arrays.stream(values()).filter(it -> it.id.equals(id)).findFirst();
  }

  String id() {
    return id;
  }

  boolean isFolder() {
    return this == FOLDER;
  }

  String baseId() {
    return parent == null ? id : parent.id;
  }

  Collection<Property> properties() {
    return properties.values();
  }

  /**
   * Returns the property with an id.
   *
   * @throws RepositoryFault invalidArgument
   */
  Property property(String name) {
    Property property = properties.get(name);
    if (property == null) {
      throw Parameters.invalid("The type '%s' has no property '%s'.".formatted(id, name));
    }
    return property;
  }

  /** Returns the types right below one, or those without a parent. */
  static List<ObjectType> children(@Nullable ObjectType parent) {
    return Arrays.stream(values()).filter(it -> it.parent == parent).toList();
  }

  Map<String, Object> definition(boolean withProperties) {
    Map<String, Object> json = new LinkedHashMap<>(CONSTANTS);
    json.put("id", id);
    json.put("localName", id);
    json.put("displayName", displayName);
    json.put("queryName", id);
    json.put("description", description);
    json.put("baseId", baseId());
    if (parent != null) {
      json.put("parentId", parent.id);
    }
    json.put("fulltextIndexed", !isFolder());
    if (!isFolder()) {
      json.put("versionable", Types.isVersioned(id));
      json.put("contentStreamAllowed", "allowed");
    }
    if (withProperties) {
      Map<String, Object> definitions = new LinkedHashMap<>();
      properties().forEach(it -> definitions.put(it.id(), it.definition(parent != null)));
      json.put("propertyDefinitions", definitions);
    }
    return json;
  }

  /** Returns the types below one as JSON: so many levels, or all where the depth is -1. */
  static List<Map<String, Object>> descendants(
      @Nullable ObjectType parent, int depth, boolean withProperties) {
    return children(parent).stream()
        .map(type -> {
          Map<String, Object> json = new LinkedHashMap<>();
          json.put("type", type.definition(withProperties));
          List<Map<String, Object>> below =
              depth == 1 ? List.of() : descendants(type, depth - 1, withProperties);
          if (!below.isEmpty()) {
            json.put("children", below);
          }
          return json;
        })
        .toList();
  }
}

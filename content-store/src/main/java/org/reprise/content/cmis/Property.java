package org.reprise.content.cmis;

import static org.reprise.content.cmis.Property.Updatability.ON_CREATE;
import static org.reprise.content.cmis.Property.Updatability.READ_ONLY;
import static org.reprise.content.cmis.Property.Updatability.READ_WRITE;
import static org.reprise.content.cmis.Property.ValueType.BOOLEAN;
import static org.reprise.content.cmis.Property.ValueType.DATETIME;
import static org.reprise.content.cmis.Property.ValueType.ID;
import static org.reprise.content.cmis.Property.ValueType.INTEGER;
import static org.reprise.content.cmis.Property.ValueType.OBJECT_ID;
import static org.reprise.content.cmis.Property.ValueType.STRING;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reprise.content.object.Types;

/**
 * A property that objects of a type have (CMIS 1.1, section 2.1.3.3). It is queried under its id.
 *
 * @param column where searches find it; null where it cannot stand in a condition
 */
record Property(
    String id,
    ValueType type,
    boolean isMultiple,
    Updatability updatability,
    boolean isRequired,
    @Nullable String column) {
  /** What all objects have; beside it those of each kind. */
  static final List<Property> OF_ALL =
      List.of(
          new Property("cmis:name", STRING, false, READ_WRITE, true, "v.name"),
          single("cmis:description", STRING, READ_WRITE, "(v.properties->>'cmis:description')"),
          single("cmis:objectId", OBJECT_ID, READ_ONLY, "v.id"),
          single("cmis:baseTypeId", ID, READ_ONLY, null),
          new Property("cmis:objectTypeId", ID, false, ON_CREATE, true, "v.type"),
          new Property("cmis:secondaryObjectTypeIds", ID, true, READ_ONLY, false, null),
          single("cmis:createdBy", STRING, READ_ONLY, "v.created_by"),
          single("cmis:creationDate", DATETIME, READ_ONLY, "v.created_at"),
          single("cmis:lastModifiedBy", STRING, READ_ONLY, "v.modified_by"),
          single("cmis:lastModificationDate", DATETIME, READ_ONLY, "v.modified_at"),
          single("cmis:changeToken", STRING, READ_ONLY, null));

  static final List<Property> OF_DOCUMENTS =
      List.of(
          single("cmis:isImmutable", BOOLEAN, READ_ONLY, null),
          single("cmis:isLatestVersion", BOOLEAN, READ_ONLY, "v.is_latest"),
          single("cmis:isMajorVersion", BOOLEAN, READ_ONLY, "v.is_major"),
          single("cmis:isLatestMajorVersion", BOOLEAN, READ_ONLY, "v.is_latest_major"),
          single("cmis:isPrivateWorkingCopy", BOOLEAN, READ_ONLY, "v.is_working_copy"),
          single("cmis:versionLabel", STRING, READ_ONLY, "v.label"),
          single("cmis:versionSeriesId", OBJECT_ID, READ_ONLY, "v.object"),
          single("cmis:isVersionSeriesCheckedOut", BOOLEAN, READ_ONLY, "(w.id is not null)"),
          single("cmis:versionSeriesCheckedOutBy", STRING, READ_ONLY, "w.created_by"),
          single("cmis:versionSeriesCheckedOutId", OBJECT_ID, READ_ONLY, "w.id"),
          single("cmis:checkinComment", STRING, READ_ONLY, "v.comment"),
          single("cmis:contentStreamLength", INTEGER, READ_ONLY, "v.size"),
          single("cmis:contentStreamMimeType", STRING, READ_ONLY, "v.media_type"),
          single("cmis:contentStreamFileName", STRING, READ_ONLY, "v.file_name"),
          single("cmis:contentStreamId", ID, READ_ONLY, null),
          single(Types.SEARCH_TYPE, INTEGER, READ_WRITE, "v.search_type"));

  static final List<Property> OF_FOLDERS =
      List.of(
          single("cmis:parentId", OBJECT_ID, READ_ONLY, "v.parent"),
          single("cmis:path", STRING, READ_ONLY, null),
          new Property("cmis:allowedChildObjectTypeIds", ID, true, READ_ONLY, false, null));

  private static Property single(
      String id, ValueType type, Updatability updatability, @Nullable String column) {
    return new Property(id, type, false, updatability, false, column);
  }

  enum ValueType {
    STRING,
    ID,
    /** An id that is a UUID in the database. */
    OBJECT_ID,
    BOOLEAN,
    INTEGER,
    DATETIME;

    String text() {
      return this == OBJECT_ID ? ID.text() : name().toLowerCase(Locale.ROOT);
    }
  }

  enum Updatability {
    READ_ONLY,
    READ_WRITE,
    ON_CREATE;

    String text() {
      return name().replace("_", "").toLowerCase(Locale.ROOT);
    }
  }

  private String cardinality() {
    return isMultiple ? "multi" : "single";
  }

  private String displayName() {
    return id.substring(id.indexOf(':') + 1);
  }

  Map<String, Object> definition(boolean isInherited) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("id", id);
    json.put("localName", id);
    json.put("displayName", displayName());
    json.put("queryName", id);
    json.put("description", displayName());
    json.put("propertyType", type.text());
    json.put("cardinality", cardinality());
    json.put("updatability", updatability.text());
    json.put("inherited", isInherited);
    json.put("required", isRequired);
    json.put("queryable", column != null);
    json.put("orderable", column != null);
    json.put("openChoice", false);
    return json;
  }

  /** Returns a value with what the definition says of it, under its id or a query's alias. */
  Value value(String queryName, @Nullable Object value) {
    return new Value(id, id, displayName(), queryName, type.text(), cardinality(), value);
  }

  record Value(
      String id,
      String localName,
      String displayName,
      String queryName,
      String type,
      String cardinality,
      @Nullable Object value) {}
}

package org.reprise.content.cmis;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.reprise.content.object.Entry;
import org.reprise.content.object.Folder;
import org.reprise.content.object.Folders;
import org.reprise.content.object.RepositoryFault.Kind;
import org.reprise.content.object.Types;
import org.reprise.content.object.Version;
import org.reprise.content.rendition.Rendition;

/**
 * Objects as JSON (CMIS 1.1, section 5.2.11), as the parameters of a request ask for them. For one
 * request: it remembers the paths of folders.
 */
final class ObjectView {
  private static final String PATH = "cmis:path";

  private final Folders folders;
  private final Map<UUID, String> paths = new HashMap<>();
  private final Predicate<String> filter;
  private final boolean isSuccinct;
  private final boolean withActions;
  private final boolean withAcl;
  private final boolean withPathSegment;
  private final Set<String> renditionFilter;
  private final boolean mayWrite;

  ObjectView(Folders folders, Parameters parameters, boolean mayWrite) {
    this.folders = folders;
    this.filter = filter(parameters.find("filter", "*"));
    this.isSuccinct = parameters.flag("succinct", false);
    this.withActions = parameters.flag("includeAllowableActions", false);
    this.withAcl = parameters.flag("includeACL", false);
    this.withPathSegment =
        parameters.flag("includePathSegment", false)
            || parameters.flag("includeRelativePathSegment", false);
    this.renditionFilter = terms(parameters.find("renditionFilter", "cmis:none"));
    this.mayWrite = mayWrite;
  }

  private static Predicate<String> filter(String text) {
    Set<String> ids = terms(text);
    for (String id : ids) {
      if (!id.matches("\\*|[\\w:.-]+")) {
        throw Kind.FILTER_NOT_VALID.fault("The filter must list properties' ids, or be *: " + text);
      }
    }
    return ids.contains("*") ? any -> true : ids::contains;
  }

  static Set<String> terms(String filter) {
    return Arrays.stream(filter.split(",", -1)).map(String::strip).collect(Collectors.toSet());
  }

  Map<String, Object> object(Entry entry) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put(isSuccinct ? "succinctProperties" : "properties", properties(entry));
    if (withActions) {
      json.put("allowableActions", allowableActions(entry));
    }
    if (withAcl) {
      json.put("acl", Repository.ACL);
      json.put("exactACL", true);
    }
    putRenditions(json, entry);
    return json;
  }

  private void putRenditions(Map<String, Object> json, Entry entry) {
    List<Rendition> renditions = renditions(entry, renditionFilter);
    if (!renditions.isEmpty()) {
      json.put("renditions", renditions);
    }
  }

  /** Returns the renditions whose kind or media type a filter lists (section 2.2.1.2.4). */
  static List<Rendition> renditions(Entry entry, Set<String> terms) {
    return entry instanceof Version version
        ? Rendition.of(version.content()).stream()
            .filter(it ->
                terms.contains("*")
                    || terms.contains(it.kind())
                    || terms.contains(it.mimeType())
                    || terms.contains(it.mimeType().replaceFirst("/.*", "/*")))
            .toList()
        : List.of();
  }

  Map<String, @Nullable Object> properties(Entry entry) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    for (Property property : ObjectType.require(entry.type()).properties()) {
      if (filter.test(property.id())) {
        Object value = value(entry, property.id());
        json.put(property.id(), isSuccinct ? value : property.value(property.id(), value));
      }
    }
    return json;
  }

  Map<String, Object> child(Entry entry) {
    return related(entry, "pathSegment", entry);
  }

  Map<String, Object> parent(Folder parent, Entry child) {
    return related(parent, "relativePathSegment", child);
  }

  private Map<String, Object> related(Entry entry, String segment, Entry named) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("object", object(entry));
    if (withPathSegment) {
      json.put(segment, named.name());
    }
    return json;
  }

  /** Returns a row of a query's result, which always says what its columns are. */
  Map<String, Object> row(Map<String, Property> columns, Entry entry) {
    Map<String, Object> properties = new LinkedHashMap<>();
    columns.forEach((name, property) ->
        properties.put(name, property.value(name, value(entry, property.id()))));
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("properties", properties);
    if (withActions) {
      json.put("allowableActions", allowableActions(entry));
    }
    putRenditions(json, entry);
    return json;
  }

  private @Nullable Object value(Entry entry, String property) {
    return switch (property) {
      case "cmis:name" -> entry.name();
      case "cmis:objectId" -> entry.id();
      case "cmis:baseTypeId" -> ObjectType.require(entry.type()).baseId();
      case "cmis:objectTypeId" -> entry.type();
      case "cmis:createdBy" -> entry.audit().createdBy();
      case "cmis:creationDate" -> entry.audit().createdAt().toEpochMilli();
      case "cmis:lastModifiedBy" -> entry.audit().modifiedBy();
      case "cmis:lastModificationDate" -> entry.audit().modifiedAt().toEpochMilli();
      case "cmis:changeToken" -> Long.toString(entry.audit().changeToken());
      default ->
          switch (entry) {
            case Folder folder -> value(folder, property);
            case Version version -> value(version, property);
          };
    };
  }

  private @Nullable Object value(Folder folder, String property) {
    return switch (property) {
      case "cmis:parentId" -> folder.parent();
      case PATH -> path(folder);
      default -> folder.properties().get(property);
    };
  }

  private static @Nullable Object value(Version version, String property) {
    Version.Content content = version.content();
    Version.WorkingCopy checkedOut = version.checkedOut();
    return switch (property) {
      case "cmis:isImmutable" -> false;
      case "cmis:isLatestVersion" -> version.isLatest();
      case "cmis:isMajorVersion" -> version.isMajor();
      case "cmis:isLatestMajorVersion" -> version.isLatestMajor();
      case "cmis:isPrivateWorkingCopy" -> version.isWorkingCopy();
      case "cmis:versionLabel" -> version.label();
      case "cmis:versionSeriesId" -> version.document();
      case "cmis:isVersionSeriesCheckedOut" -> checkedOut != null;
      case "cmis:versionSeriesCheckedOutBy" -> checkedOut == null ? null : checkedOut.by();
      case "cmis:versionSeriesCheckedOutId" -> checkedOut == null ? null : checkedOut.id();
      case "cmis:checkinComment" -> version.comment();
      case "cmis:contentStreamLength" -> content == null ? null : content.size();
      case "cmis:contentStreamMimeType" -> content == null ? null : content.mediaType();
      case "cmis:contentStreamFileName" -> content == null ? null : content.fileName();
      case "cmis:contentStreamId" -> content == null ? null : content.digest().hex();
      case Types.SEARCH_TYPE -> version.searchType();
      default -> version.properties().get(property);
    };
  }

  // Folders of one parent, and those below a folder that was viewed, take no query each.
  private String path(Folder folder) {
    if (folder.parent() == null) {
      return "/";
    }
    String above = paths.computeIfAbsent(folder.parent(), folders::path);
    String path = (above.equals("/") ? above : above + "/") + folder.name();
    paths.put(folder.id(), path);
    return path;
  }

  /** Returns what the caller may do with an object now (2.2.1.2.6), without what none allows. */
  Map<String, Boolean> allowableActions(Entry entry) {
    boolean isFolder = entry instanceof Folder;
    boolean isRoot = entry instanceof Folder folder && folder.isRoot();
    boolean isWorkingCopy = entry instanceof Version version && version.isWorkingCopy();
    boolean hasContent = entry instanceof Version version && version.content() != null;
    boolean mayCheckOut =
        entry instanceof Version version
            && version.isLatest()
            && version.checkedOut() == null
            && Types.isVersioned(version.type());
    Map<String, Boolean> json = new LinkedHashMap<>();
    json.put("canGetProperties", true);
    json.put("canGetObjectParents", !isRoot);
    json.put("canGetFolderParent", isFolder && !isRoot);
    json.put("canGetFolderTree", isFolder);
    json.put("canGetDescendants", isFolder);
    json.put("canGetChildren", isFolder);
    json.put("canGetContentStream", hasContent);
    json.put("canGetRenditions", !isFolder);
    json.put("canGetAllVersions", !isFolder);
    json.put("canGetACL", true);
    json.put("canUpdateProperties", mayWrite);
    json.put("canDeleteObject", mayWrite && !isRoot);
    json.put("canMoveObject", mayWrite && !isRoot);
    json.put("canDeleteTree", mayWrite && isFolder && !isRoot);
    json.put("canCreateDocument", mayWrite && isFolder);
    json.put("canCreateFolder", mayWrite && isFolder);
    json.put("canSetContentStream", mayWrite && !isFolder);
    json.put("canDeleteContentStream", mayWrite && hasContent);
    json.put("canCheckOut", mayWrite && mayCheckOut);
    json.put("canCheckIn", mayWrite && isWorkingCopy);
    json.put("canCancelCheckOut", mayWrite && isWorkingCopy);
    return json;
  }
}

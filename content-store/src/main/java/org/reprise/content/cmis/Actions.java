package org.reprise.content.cmis;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.content.cmis.FormReader.Form;
import org.reprise.content.cmis.Property.Updatability;
import org.reprise.content.object.Documents;
import org.reprise.content.object.Edit;
import org.reprise.content.object.Entry;
import org.reprise.content.object.Folder;
import org.reprise.content.object.Folders;
import org.reprise.content.object.NewContent;
import org.reprise.content.object.NewDocument;
import org.reprise.content.object.RepositoryFault;
import org.reprise.content.object.RepositoryFault.Kind;
import org.reprise.content.object.Types;
import org.reprise.content.object.Version;
import org.reprise.content.object.Versions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** What {@code cmisaction} does (CMIS 1.1, section 5.4.4), by the objects that it changed. */
@Component
class Actions {
  private static final Logger LOG = LoggerFactory.getLogger(Actions.class);
  private static final String TYPE = "cmis:objectTypeId";
  private static final int DELETE_PAGE = 1000;

  private final Documents documents;
  private final Versions versions;
  private final Folders folders;
  private final Selectors objects;

  Actions(Documents documents, Versions versions, Folders folders, Selectors objects) {
    this.documents = documents;
    this.versions = versions;
    this.folders = folders;
    this.objects = objects;
  }

  record Created(Entry entry) {}

  /**
   * Rejects a content before it is received: where the action would fail whatever it is, or takes
   * none.
   */
  void check(Parameters parameters, Entry target) {
    switch (parameters.keyword("cmisaction", "")) {
      case "createdocument" -> {
        String name = String.join("", parameters.properties().getOrDefault(Types.NAME, List.of()));
        folders.requireVacant(Selectors.folder(target).id(), name);
      }
      case "setcontent" -> {
        Version version = Selectors.document(target);
        if (version.content() != null && !parameters.flag("overwriteFlag", true)) {
          throw Kind.CONTENT_ALREADY_EXISTS.fault(
              "The document " + version.id() + " has a content already.");
        }
      }
      case "checkin" -> Selectors.document(target);
      case "" -> {
        // The parameters follow the content.
      }
      default ->
          throw Kind.NOT_SUPPORTED.fault("The cmisaction takes no content, or is not there.");
    }
  }

  Object onRepository(Parameters parameters, String user) {
    String action = parameters.require("cmisaction").toLowerCase(Locale.ROOT);
    return switch (action) {
      case "bulkupdate" -> bulkUpdate(parameters, user);
      case "createdocument", "createdocumentfromsource" ->
          throw Kind.CONSTRAINT.fault(
              "A document is made in a folder: post to the folder's address.");
      default -> throw Parameters.unknown("cmisaction", action);
    };
  }

  /** Performs an action on an object: what it made or changed, JSON, or null where all is gone. */
  @Nullable Object onObject(Form form, Entry target, String user) throws IOException {
    Parameters parameters = form.parameters();
    String action = parameters.require("cmisaction").toLowerCase(Locale.ROOT);
    if (parameters.find("addACEPrincipal[0]") != null || parameters.find("policy[0]") != null) {
      throw Kind.CONSTRAINT.fault("Objects have no policies, and no ACLs of their own.");
    }
    return switch (action) {
      case "createdocument" -> new Created(createDocument(form, target, user));
      case "createdocumentfromsource" -> new Created(copy(parameters, target, user));
      case "createfolder" -> new Created(createFolder(parameters, target, user));
      case "update" -> update(target, parameters, parameters.changeToken(""), user);
      case "move" -> move(parameters, target, user);
      case "setcontent" -> setContent(form, target, user);
      case "deletecontent" ->
          documents.setContent(
              Selectors.document(target).id(), null, true, parameters.changeToken(""), user);
      case "checkout" -> new Created(versions.checkOut(Selectors.document(target).id(), user));
      case "checkin" -> new Created(checkIn(form, target, user));
      case "cancelcheckout" -> {
        versions.cancelCheckOut(Selectors.document(target).id());
        yield null;
      }
      case "delete" -> {
        delete(target, parameters.flag("allVersions", true));
        yield null;
      }
      case "deletetree" -> Map.of("ids", deleteTree(parameters, target));
      default -> throw Parameters.unknown("cmisaction", action);
    };
  }

  // Properties

  private static Map<String, @Nullable Object> values(
      Map<String, List<String>> properties, ObjectType type, boolean isNew) {
    Map<String, @Nullable Object> values = new HashMap<>();
    properties.forEach((id, texts) -> {
      Property property = type.property(id);
      boolean isSettable =
          property.updatability() == Updatability.READ_WRITE
              || (isNew && property.updatability() == Updatability.ON_CREATE);
      if (!isSettable) {
        if (texts.isEmpty()) {
          return; // what cannot be set is not set
        }
        throw Kind.CONSTRAINT.fault("The property '" + id + "' cannot be set to another value.");
      }
      if (texts.size() > 1) {
        throw Kind.CONSTRAINT.fault("The property '" + id + "' has one value.");
      }
      Object value = texts.isEmpty() ? null : value(property, texts.getFirst());
      if (value == null && property.isRequired()) {
        throw Kind.CONSTRAINT.fault("The property '" + id + "' needs a value.");
      }
      values.put(id, value);
    });
    return values;
  }

  private static Object value(Property property, String text) {
    Types.requireLength(property.id(), text, Types.MAX_TEXT);
    if (property.type() != Property.ValueType.INTEGER) {
      return text;
    }
    try {
      return Integer.valueOf(text);
    } catch (NumberFormatException e) {
      throw Kind.CONSTRAINT.fault(
          "The property '%s' is an integer of 32 bits, not '%s'.".formatted(property.id(), text));
    }
  }

  private static ObjectType type(Map<String, List<String>> properties) {
    List<String> id = properties.getOrDefault(TYPE, List.of());
    if (id.isEmpty()) {
      throw Parameters.invalid("The property '" + TYPE + "' is missing.");
    }
    return ObjectType.find(id.getFirst())
        .orElseThrow(
            () -> Parameters.invalid("There is no type '" + id.getFirst() + "' to create."));
  }

  private static String name(Map<String, @Nullable Object> values) {
    if (values.remove(Types.NAME) instanceof String name) {
      return name;
    }
    throw Parameters.invalid("The property '" + Types.NAME + "' is missing.");
  }

  private static Map<String, Object> others(Map<String, @Nullable Object> values) {
    Map<String, Object> others = new HashMap<>(values);
    others.values().removeIf(Objects::isNull);
    return others;
  }

  // New objects

  private Version createDocument(Form form, Entry target, String user) throws IOException {
    Map<String, List<String>> properties = form.parameters().properties();
    ObjectType type = type(properties);
    NewDocument document =
        newDocument(form.parameters(), target, type, values(properties, type, true));
    return documents.create(document, named(form.content(), document.name()), user);
  }

  private static NewDocument newDocument(
      Parameters parameters, Entry folder, ObjectType type, Map<String, @Nullable Object> values) {
    if (type.isFolder()) {
      throw Kind.CONSTRAINT.fault("The type '" + type.id() + "' has no documents.");
    }
    boolean isVersioned = Types.isVersioned(type.id());
    String state = parameters.find("versioningState", isVersioned ? "major" : "none");
    Set<String> known = isVersioned ? Set.of("major", "minor", "checkedout") : Set.of("none");
    if (!known.contains(state)) {
      throw Kind.CONSTRAINT.fault(
          "The versioningState of type '%s' cannot be '%s'.".formatted(type.id(), state));
    }
    String name = name(values);
    values.remove(TYPE);
    Integer searchType = (Integer) values.remove(Types.SEARCH_TYPE);
    return new NewDocument(
        Selectors.folder(folder).id(),
        name,
        type.id(),
        state.equals("major"),
        state.equals("checkedout"),
        searchType,
        others(values));
  }

  private static @Nullable NewContent named(@Nullable NewContent content, String name) {
    return content == null || !content.fileName().isEmpty()
        ? content
        : new NewContent(content.received(), content.mediaType(), name);
  }

  private Version copy(Parameters parameters, Entry target, String user) throws IOException {
    Version source = Selectors.document(objects.require(parameters.requireId("sourceId")));
    ObjectType type = ObjectType.require(source.type());
    Map<String, List<String>> given = new LinkedHashMap<>(parameters.properties());
    List<String> wanted = given.remove(TYPE);
    if (wanted != null && !wanted.equals(List.of(type.id()))) {
      throw Kind.CONSTRAINT.fault("A copy is of its source's type " + type.id() + ".");
    }
    Map<String, @Nullable Object> values = new HashMap<>(source.properties());
    values.put(Types.NAME, source.name());
    values.put(Types.SEARCH_TYPE, source.searchType());
    values.putAll(values(given, type, true));
    return documents.copy(source.id(), newDocument(parameters, target, type, values), user);
  }

  private Folder createFolder(Parameters parameters, Entry target, String user) {
    Map<String, List<String>> properties = parameters.properties();
    ObjectType type = type(properties);
    if (!type.isFolder()) {
      throw Kind.CONSTRAINT.fault("The type '" + type.id() + "' has no folders.");
    }
    Map<String, @Nullable Object> values = values(properties, type, true);
    String name = name(values);
    values.remove(TYPE);
    return folders.create(Selectors.folder(target).id(), name, type.id(), others(values), user);
  }

  // Changes

  private Entry update(
      Entry target, Parameters parameters, @Nullable Long changeToken, String user) {
    Edit edit = edit(target, parameters);
    return switch (target) {
      case Folder folder -> folders.update(folder.id(), edit, changeToken, user);
      case Version version -> documents.update(version.id(), edit, changeToken, user);
    };
  }

  private static Edit edit(Entry target, Parameters parameters) {
    return new Edit(values(parameters.properties(), ObjectType.require(target.type()), false));
  }

  /** Changes each object that can be changed; the others are missing from the result. */
  private List<Map<String, Object>> bulkUpdate(Parameters parameters, String user) {
    if (!parameters.list("addSecondaryTypeId").isEmpty()
        || !parameters.list("removeSecondaryTypeId").isEmpty()) {
      throw Kind.CONSTRAINT.fault("There are no secondary types.");
    }
    List<Map<String, Object>> changed = new ArrayList<>();
    List<String> ids = parameters.list("objectId");
    for (int i = 0; i < ids.size(); i++) {
      try {
        Entry target = objects.require(Parameters.id(ids.get(i)));
        Entry entry = update(target, parameters, parameters.changeToken("[" + i + "]"), user);
        changed.add(
            Map.of("id", entry.id(), "changeToken", Long.toString(entry.audit().changeToken())));
      } catch (RepositoryFault e) {
        LOG.debug("Cannot change {} with the others", ids.get(i), e);
      }
    }
    return changed;
  }

  private Entry move(Parameters parameters, Entry target, String user) {
    UUID object = target instanceof Version version ? version.document() : target.id();
    folders.move(
        object,
        parameters.requireId("sourceFolderId"),
        parameters.requireId("targetFolderId"),
        user);
    return objects.require(target.id());
  }

  private Version setContent(Form form, Entry target, String user) throws IOException {
    Version version = Selectors.document(target);
    NewContent content = named(form.content(), version.name());
    if (content == null) {
      throw Parameters.invalid("The form has no part 'content' with a file.");
    }
    return documents.setContent(
        version.id(),
        content,
        form.parameters().flag("overwriteFlag", true),
        form.parameters().changeToken(""),
        user);
  }

  private Version checkIn(Form form, Entry target, String user) throws IOException {
    Version workingCopy = Selectors.document(target);
    return versions.checkIn(
        workingCopy.id(),
        form.parameters().flag("major", true),
        edit(workingCopy, form.parameters()),
        named(form.content(), workingCopy.name()),
        form.parameters().find("checkinComment"),
        user);
  }

  // Deletions

  private void delete(Entry target, boolean allVersions) {
    switch (target) {
      case Folder folder -> folders.delete(folder.id());
      case Version version when version.isWorkingCopy() -> versions.cancelCheckOut(version.id());
      case Version version when allVersions -> documents.delete(version.id());
      case Version version -> versions.delete(version.id());
    }
  }

  /** Deletes what is in a folder, and the folder; returns the ids of what could not be deleted. */
  private List<UUID> deleteTree(Parameters parameters, Entry target) {
    Folder root = Selectors.folder(target);
    if (root.isRoot()) {
      throw Kind.CONSTRAINT.fault("The root folder cannot be deleted.");
    }
    if (!parameters.flag("allVersions", true)
        || !parameters.find("unfileObjects", "delete").equals("delete")) {
      throw Kind.NOT_SUPPORTED.fault("A tree is deleted with all versions of its documents.");
    }
    boolean isContinuing = parameters.flag("continueOnFailure", false);
    List<UUID> failed = new ArrayList<>();
    for (UUID folder : folders.tree(root.id())) {
      attempt(folder, () -> deleteAll(folder, isContinuing, failed), failed);
      if (!failed.isEmpty() && !isContinuing) {
        break;
      }
    }
    return failed;
  }

  private void deleteAll(UUID folder, boolean isContinuing, List<UUID> failed) {
    String after = null;
    List<Entry> page;
    do {
      page = folders.children(folder, after, DELETE_PAGE);
      for (Entry entry : page) {
        after = entry.name();
        if (entry instanceof Version version) {
          attempt(version.id(), () -> documents.delete(version.id()), failed);
        }
        if (!failed.isEmpty() && !isContinuing) {
          return;
        }
      }
    } while (page.size() == DELETE_PAGE);
    folders.delete(folder);
  }

  private static void attempt(UUID object, Runnable deletion, List<UUID> failed) {
    try {
      deletion.run();
    } catch (RepositoryFault e) {
      // Another request may have deleted it: the client's first one, which it does not wait for.
      if (e.kind() != Kind.OBJECT_NOT_FOUND && e.kind() != Kind.UPDATE_CONFLICT) {
        failed.add(object);
      }
    }
  }
}

package org.reprise.content.cmis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.content.cmis.Children.Page;
import org.reprise.content.object.Documents;
import org.reprise.content.object.Entry;
import org.reprise.content.object.Folder;
import org.reprise.content.object.Folders;
import org.reprise.content.object.RepositoryFault;
import org.reprise.content.object.RepositoryFault.Kind;
import org.reprise.content.object.Search;
import org.reprise.content.object.Version;
import org.reprise.content.object.Versions;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * What {@code cmisselector} asks for (CMIS 1.1, section 5.4.3), as JSON. Of lists of many objects
 * each is made when it is written: those of some requests together would fill the heap.
 */
@Component
class Selectors {
  private static final String TYPE_ID = "typeId";

  /** The most objects, and levels, of a tree in one response. */
  private static final int MAX_TREE = 10_000;

  private static final int MAX_LEVELS = 100;
  private static final int PAGE = 1000;

  private final Documents documents;
  private final Versions versions;
  private final Folders folders;
  private final Children children;
  private final ChangeLog changes;
  private final JdbcClient database;

  Selectors(
      Documents documents,
      Versions versions,
      Folders folders,
      Children children,
      ChangeLog changes,
      JdbcClient database) {
    this.documents = documents;
    this.versions = versions;
    this.folders = folders;
    this.children = children;
    this.changes = changes;
    this.database = database;
  }

  /** Returns what is asked of the repository, by a selector in lower case as all selectors here. */
  Object ofRepository(String selector, Parameters parameters, String url, boolean mayWrite) {
    return switch (selector) {
      case "repositoryinfo" -> Map.of(Repository.ID, Repository.info(url, changes.latest()));
      case "typedefinition" -> ObjectType.require(parameters.require(TYPE_ID)).definition(true);
      case "typechildren" -> typeChildren(parameters);
      case "typedescendants" ->
          ObjectType.descendants(
              type(parameters),
              type(parameters) == null ? -1 : parameters.depth(),
              parameters.flag("includePropertyDefinitions", false));
      case "query" -> query(parameters, mayWrite);
      case "checkedout" -> checkedOut(parameters, null, mayWrite);
      case "contentchanges" ->
          changes.from(
              parameters.find("changeLogToken"),
              Math.max(1, parameters.maxItems()),
              parameters.flag("succinct", false));
      default -> throw Parameters.unknown("cmisselector", selector);
    };
  }

  private static @Nullable ObjectType type(Parameters parameters) {
    String id = parameters.find(TYPE_ID);
    return id == null ? null : ObjectType.require(id);
  }

  private static Map<String, Object> typeChildren(Parameters parameters) {
    List<ObjectType> all = ObjectType.children(type(parameters));
    boolean withProperties = parameters.flag("includePropertyDefinitions", false);
    long skip = parameters.skipCount();
    int max = parameters.maxItems();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put(
        "types",
        all.stream().skip(skip).limit(max).map(it -> it.definition(withProperties)).toList());
    json.put("hasMoreItems", skip < all.size() - max);
    json.put("numItems", all.size());
    return json;
  }

  /** Returns the rows of a statement, which Apache's client calls {@code q} in forms, too. */
  Map<String, Object> query(Parameters parameters, boolean mayWrite) {
    String text = parameters.find("q", parameters.find("statement", ""));
    Statement statement = new Statement(text, parameters.flag("searchAllVersions", false));
    int max = parameters.maxItems();
    Search search = statement.search(max + 1, parameters.skipCount());
    List<? extends Entry> found =
        statement.isOfFolders() ? folders.search(search) : documents.search(search);
    ObjectView view = new ObjectView(folders, parameters, mayWrite);
    Page page = Page.of(found, max);
    return page("results", page, parameters, it -> view.row(statement.columns(), it));
  }

  /**
   * Returns a page as JSON. How many there are is said where it is known: to count them would take
   * longer than the page.
   */
  private static Map<String, Object> page(
      String name, Page page, Parameters parameters, Function<Entry, Object> view) {
    long skip = parameters.skipCount();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put(name, page.entries().stream().map(view));
    json.put("hasMoreItems", page.hasMore());
    if (!page.hasMore() && (skip == 0 || !page.entries().isEmpty())) {
      json.put("numItems", skip + page.entries().size());
    }
    return json;
  }

  private Map<String, Object> checkedOut(
      Parameters parameters, @Nullable UUID folder, boolean mayWrite) {
    parameters.requireOrderOfNames();
    ObjectView view = new ObjectView(folders, parameters, mayWrite);
    int max = parameters.maxItems();
    Page page = Page.of(versions.checkedOut(folder, max + 1, parameters.skipCount()), max);
    return page("objects", page, parameters, view::object);
  }

  /**
   * Returns the object with an id.
   *
   * @throws RepositoryFault objectNotFound
   */
  Entry require(UUID id) {
    return documents
        .find(id)
        .<Entry>map(it -> it)
        .or(() -> folders.find(id))
        .orElseThrow(() -> Kind.OBJECT_NOT_FOUND.fault("There is no object " + id + "."));
  }

  /** Returns the object at a path: a folder, or the latest version of a document. */
  Entry atPath(String path) {
    return folders
        .find(path)
        .flatMap(id -> folders.find(id).<Entry>map(it -> it).or(() -> documents.latest(id)))
        .orElseThrow(() -> Kind.OBJECT_NOT_FOUND.fault("There is no object at " + path + "."));
  }

  /** Returns the version of a document that {@code returnVersion} names; others as they are. */
  Entry asWanted(Entry entry, Parameters parameters) {
    String wanted = parameters.find("returnVersion");
    if (wanted == null || wanted.equals("this") || !(entry instanceof Version version)) {
      return entry;
    }
    return switch (wanted) {
      case "latest" -> documents.latest(version.document()).orElse(version);
      case "latestmajor" ->
          documents
              .latestMajor(version.document())
              .orElseThrow(() -> Kind.OBJECT_NOT_FOUND.fault("The document has no major version."));
      default -> throw Parameters.invalid("returnVersion is this, latest or latestmajor.");
    };
  }

  /** Returns what is asked of an object; its content is sent elsewhere. */
  Object ofObject(String selector, Parameters parameters, Entry entry, boolean mayWrite) {
    ObjectView view = new ObjectView(folders, parameters, mayWrite);
    return switch (selector) {
      case "object" -> view.object(asWanted(entry, parameters));
      case "properties" -> view.properties(asWanted(entry, parameters));
      case "allowableactions" -> view.allowableActions(entry);
      case "acl" -> Repository.ACL;
      case "renditions" ->
          ObjectView.renditions(entry, ObjectView.terms(parameters.find("renditionFilter", "*")));
      case "relationships", "policies" -> List.of();
      case "versions" -> versions(document(entry).document()).map(view::object);
      case "parents" -> parents(view, entry);
      case "parent" -> view.object(parent(folder(entry)));
      case "children" -> children(view, parameters, folder(entry));
      case "descendants" ->
          new Tree(view, folder(entry).id(), false, parameters.depth()).nodes(entry.id());
      case "foldertree" ->
          new Tree(view, folder(entry).id(), true, parameters.depth()).nodes(entry.id());
      case "checkedout" -> checkedOut(parameters, folder(entry).id(), mayWrite);
      default -> throw Parameters.unknown("cmisselector", selector);
    };
  }

  static Folder folder(Entry entry) {
    if (entry instanceof Folder folder) {
      return folder;
    }
    throw Parameters.invalid("The object " + entry.id() + " is no folder.");
  }

  static Version document(Entry entry) {
    if (entry instanceof Version version) {
      return version;
    }
    throw Kind.CONSTRAINT.fault("The object " + entry.id() + " is no document.");
  }

  // The newest first, read in parts while they are written: all together may not fit the heap.
  private Stream<Version> versions(UUID document) {
    return database
        .sql("select id from version where object = ? order by number desc")
        .param(document)
        .query((row, _) -> row.getObject(1, UUID.class))
        .list()
        .stream()
        .gather(Gatherers.windowFixed(PAGE))
        .map(ids -> List.of((Object) ids.toArray(UUID[]::new)))
        .flatMap(ids ->
            documents.search(new Search("v.id = any (?)", "v.number desc", ids, PAGE, 0)).stream());
  }

  private List<Map<String, Object>> parents(ObjectView view, Entry entry) {
    return switch (entry) {
      case Folder folder when folder.isRoot() -> List.of();
      case Folder folder -> List.of(view.parent(parent(folder), entry));
      case Version version -> List.of(view.parent(folders.require(version.folder()), entry));
    };
  }

  private Folder parent(Folder folder) {
    UUID parent = folder.parent();
    if (parent == null) {
      throw Parameters.invalid("The root folder has no parent.");
    }
    return folders.require(parent);
  }

  private Map<String, Object> children(ObjectView view, Parameters parameters, Folder folder) {
    parameters.requireOrderOfNames();
    Page page = children.page(folder.id(), parameters.skipCount(), parameters.maxItems());
    return page("objects", page, parameters, view::child);
  }

  /** Folders within folders, and what they hold: ids at first, objects when they are written. */
  private final class Tree {
    private final ObjectView view;
    private final Map<UUID, List<UUID>> below = new HashMap<>();
    private final Map<UUID, Integer> parts = new LinkedHashMap<>();
    private final Map<UUID, Entry> loaded = new HashMap<>();
    private int part = -1;

    Tree(ObjectView view, UUID folder, boolean ofFolders, int depth) {
      this.view = view;
      List<Integer> levels =
          database
              .sql(
                  """
                  with recursive down (id, parent, path) as (
                    select id, parent, array[name] from object o where parent = ?%1$s
                    union all
                    select o.id, o.parent, path || o.name
                    from object o join down on o.parent = down.id
                    where cardinality(path) < ?%1$s)
                  select id, parent, cardinality(path) from (select * from down limit ?) first
                  order by path
                  """
                      .formatted(ofFolders ? " and o.is_folder" : ""))
              .params(folder, Math.min(depth, MAX_LEVELS + 1), MAX_TREE + 1)
              .query((row, _) -> {
                UUID id = row.getObject(1, UUID.class);
                UUID parent = row.getObject(2, UUID.class);
                below.computeIfAbsent(parent, _ -> new ArrayList<>()).add(id);
                parts.put(id, parts.size() / PAGE);
                return row.getInt(3);
              })
              .list();
      if (parts.size() > MAX_TREE || levels.stream().anyMatch(it -> it > MAX_LEVELS)) {
        throw Parameters.invalid(
            "The tree has more than %d objects or %d levels: ask for less 'depth'."
                .formatted(MAX_TREE, MAX_LEVELS));
      }
    }

    Stream<Map<String, Object>> nodes(UUID folder) {
      return below.getOrDefault(folder, List.of()).stream()
          .flatMap(id -> Stream.ofNullable(entry(id)))
          .map(this::node);
    }

    // The object first: the paths of those below begin with its own.
    private Map<String, Object> node(Entry entry) {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("object", view.child(entry));
      if (below.containsKey(entry.id())) {
        json.put("children", nodes(entry.id()));
      }
      return json;
    }

    // Null where it was deleted meanwhile.
    private @Nullable Entry entry(UUID id) {
      int wanted = parts.getOrDefault(id, 0);
      if (wanted != part) {
        part = wanted;
        loaded.clear();
        Stream<UUID> page = parts.keySet().stream().skip((long) part * PAGE).limit(PAGE);
        List<Object> ids = List.of((Object) page.toArray(UUID[]::new));
        folders
            .search(new Search("v.is_folder and v.id = any (?)", "v.id", ids, PAGE, 0))
            .forEach(it -> loaded.put(it.id(), it));
        String latest = "(v.is_latest or v.is_working_copy) and v.object = any (?)";
        documents
            .search(new Search(latest, "v.is_latest", ids, 2 * PAGE, 0))
            .forEach(it -> loaded.put(it.document(), it));
      }
      return loaded.get(id);
    }
  }
}

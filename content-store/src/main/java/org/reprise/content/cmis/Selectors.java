package org.reprise.content.cmis;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.ArrayList;
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
    long skip = parameters.skipCount();
    List<? extends Entry> found =
        statement.isOfFolders()
            ? folders.search(statement.search(max + 1, skip))
            : documents.search(statement.search(max + 1, skip));
    ObjectView view = new ObjectView(folders, parameters, mayWrite);
    return page("results", Page.of(found, max), skip, it -> view.row(statement.columns(), it));
  }

  /**
   * Returns a page as JSON. How many there are is said where it is known: to count them would take
   * longer than the page.
   */
  private static Map<String, Object> page(
      String name, Page page, long skip, Function<Entry, Object> view) {
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
    long skip = parameters.skipCount();
    int max = parameters.maxItems();
    Page page = Page.of(versions.checkedOut(folder, max + 1, skip), max);
    return page("objects", page, skip, view::object);
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
      case "descendants" -> new Tree(view, false).below(folder(entry).id(), parameters.depth(), 0);
      case "foldertree" -> new Tree(view, true).below(folder(entry).id(), parameters.depth(), 0);
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
    long skip = parameters.skipCount();
    Page page = children.page(folder.id(), skip, parameters.maxItems());
    return page("objects", page, skip, view::child);
  }

  /** An object of a tree, and what is below it. Those below have their paths from its own. */
  @JsonPropertyOrder({"object", "children"})
  record Node(
      @JsonIgnore ObjectView view,
      @JsonIgnore Entry entry,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Node> children) {
    @JsonProperty
    Map<String, Object> object() {
      return view.child(entry);
    }
  }

  private final class Tree {
    private final ObjectView view;
    private final boolean ofFolders;
    private int count;

    Tree(ObjectView view, boolean ofFolders) {
      this.view = view;
      this.ofFolders = ofFolders;
    }

    List<Node> below(UUID folder, int depth, int level) {
      if (level == MAX_LEVELS) {
        throw tooLarge();
      }
      List<Node> nodes = new ArrayList<>();
      String after = null;
      List<Entry> page;
      do {
        page = folders.children(folder, ofFolders, after, PAGE);
        for (Entry entry : page) {
          nodes.add(node(entry, depth, level));
          after = entry.name();
        }
      } while (page.size() == PAGE);
      return nodes;
    }

    private Node node(Entry entry, int depth, int level) {
      if (++count > MAX_TREE) {
        throw tooLarge();
      }
      boolean hasBelow = entry instanceof Folder && depth != 1;
      return new Node(view, entry, hasBelow ? below(entry.id(), depth - 1, level + 1) : List.of());
    }

    private RepositoryFault tooLarge() {
      return Parameters.invalid(
          "The tree has more than %d objects or %d levels: ask for less 'depth'."
              .formatted(MAX_TREE, MAX_LEVELS));
    }
  }
}

package org.reprise.cps.query;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.anchor.AnchorNotFound;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.anchor.Anchors;
import org.reprise.cps.anchor.StoredAnchor;
import org.reprise.cps.dataspace.DataspaceNotFound;
import org.reprise.cps.dataspace.Dataspaces;
import org.reprise.cps.fault.Busy;
import org.reprise.cps.fragment.DataNode;
import org.reprise.cps.fragment.Descendants;
import org.reprise.cps.path.CpsPath;
import org.reprise.cps.path.InvalidCpsPath;
import org.reprise.cps.payload.ReadNodes;
import org.reprise.cps.query.Matches.NamedAnchor;
import org.reprise.cps.query.QueryPage.AnchorNodes;
import org.reprise.cps.read.BoundedReads;
import org.reprise.cps.read.BoundedReads.ReadTotal;
import org.reprise.cps.read.ReadTooLarge;
import org.reprise.cps.schema.InvalidYang;
import org.reprise.cps.schema.SchemaSetNotFound;
import org.reprise.cps.schema.SchemaSets;
import org.reprise.cps.schema.YangSchema;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Finds data nodes by cps-path. A path that the schema has no place for finds nothing; one that
 * cannot be read is an {@link InvalidCpsPath}. Each query is one statement, whatever it finds,
 * descendants included; the look-up of the anchor is another.
 *
 * <p>All methods throw {@link DataspaceNotFound} for an unknown dataspace, those with an anchor
 * {@link AnchorNotFound} for an unknown anchor. What finds more than one answer may hold is a
 * {@link ReadTooLarge}; {@link Busy} where other reads leave no room for it.
 */
public final class Queries {
  private static final Logger LOG = LoggerFactory.getLogger(Queries.class);

  private final TransactionOperations snapshot;
  private final Dataspaces dataspaces;
  private final Anchors anchors;
  private final SchemaSets schemaSets;
  private final Matches matches;
  private final BoundedReads reads;
  private final Duration maxParsing;

  public Queries(
      DataSource dataSource,
      TransactionOperations snapshot,
      Dataspaces dataspaces,
      Anchors anchors,
      SchemaSets schemaSets,
      BoundedReads reads,
      Duration maxParsing) {
    this.snapshot = snapshot;
    this.dataspaces = dataspaces;
    this.anchors = anchors;
    this.schemaSets = schemaSets;
    this.matches = new Matches(dataSource, reads);
    this.reads = reads;
    this.maxParsing = maxParsing;
  }

  /** Finds an anchor's nodes, in their order; {@code /leaf} at the end means its holder. */
  public List<DataNode> query(AnchorRef anchor, String cpsPath, Descendants descendants) {
    return queryWithSchema(anchor, cpsPath, descendants).nodes();
  }

  /** The same with the schema that the nodes conform to. */
  public ReadNodes queryWithSchema(AnchorRef anchor, String cpsPath, Descendants descendants) {
    CpsPath path = nodePath(cpsPath);
    StoredAnchor stored = anchors.find(anchor);
    YangSchema schema = schemaSets.schema(stored.digest());
    Selection selection = selection(stored, schema, path, new QuerySize(cpsPath, reads));
    return new ReadNodes(
        schema,
        matches
            .nodes(Sql.join(" union ", selection.parts()), descendants, new ReadTotal())
            .getOrDefault(stored.id(), List.of()),
        reads);
  }

  /**
   * The different values of a leaf, or the different lists of values of a leaf-list, in the order
   * of the data.
   *
   * @param cpsPath with {@code /@leaf} at its end
   * @return values as in RFC 7951: texts, whole numbers, booleans, or lists of them
   */
  public List<Object> queryLeaf(AnchorRef anchor, String cpsPath) {
    CpsPath path = CpsPath.parse(cpsPath);
    String leaf = path.leaf();
    if (leaf == null) {
      throw new InvalidCpsPath(cpsPath, "asks for nodes: it has no '/@leaf' at its end");
    }
    StoredAnchor stored = anchors.find(anchor);
    YangSchema schema = schemaSets.schema(stored.digest());
    Selection selection = selection(stored, schema, path, new QuerySize(cpsPath, reads));
    return matches.values(selection, leaf);
  }

  /**
   * The nodes of the outermost path of a combined query that are selected or have something
   * selected below them; of their descendants those that are selected, or above or below one.
   *
   * @param descendants levels below the nodes of the outermost path that are read; the conditions
   *     see all levels
   */
  public List<DataNode> query(AnchorRef anchor, CompositeQuery query, Descendants descendants) {
    return queryWithSchema(anchor, query, descendants).nodes();
  }

  /** The same with the schema that the nodes conform to. */
  public ReadNodes queryWithSchema(
      AnchorRef anchor, CompositeQuery query, Descendants descendants) {
    Map<String, CpsPath> paths = new LinkedHashMap<>();
    collectPaths(query, paths);
    StoredAnchor stored = anchors.find(anchor);
    YangSchema schema = schemaSets.schema(stored.digest());
    Map<String, Selection> selections = new LinkedHashMap<>();
    QuerySize size = new QuerySize(query.cpsPath(), reads);
    paths.forEach((text, path) -> selections.put(text, selection(stored, schema, path, size)));
    // What matches is found by one statement and read by another, which must see the same data.
    ReadTotal total = new ReadTotal();
    Stream<DataNode> pruned =
        snapshot.execute(tx -> {
          CompositeMatch match = new CompositeMatch(query, matches.xpaths(selections, total));
          // Lazily: after the connection was given back.
          return matches.nodes(stored.id(), match.roots(), descendants, total).stream()
              .map(match::prune);
        });
    return new ReadNodes(schema, pruned.toList(), reads);
  }

  /**
   * The nodes of all anchors of a dataspace that a path leads to. Anchors whose schema set is
   * beyond the limits of today, stored when they were wider, are left out with a warning in the
   * log.
   *
   * @param cpsPath without {@code /@leaf}
   * @param paging null for all anchors on one page
   */
  public QueryPage queryDataspace(
      String dataspace, String cpsPath, Descendants descendants, @Nullable Paging paging) {
    // Schema sets are parsed before and after the transaction, never within it.
    Search search = new Search(cpsPath);
    ReadTotal total = new ReadTotal();
    List<NamedAnchor> candidates =
        matches.anchors(dataspaces.idOf(dataspace), total).stream()
            .filter(anchor -> !search.parts(anchor).isEmpty())
            .toList();
    // The page is chosen by one statement and read by another, which must see the same data.
    Page page = snapshot.execute(tx -> page(search, candidates, descendants, paging, total));
    List<AnchorNodes> found = new ArrayList<>();
    for (NamedAnchor anchor : page.anchors) {
      List<DataNode> nodes = page.nodes.getOrDefault(anchor.id(), List.of());
      YangSchema schema = nodes.isEmpty() ? null : search.schema(anchor);
      if (schema != null) {
        found.add(new AnchorNodes(anchor.name(), new ReadNodes(schema, nodes, reads)));
      }
    }
    return new QueryPage(found, page.pages);
  }

  /** A query of all anchors: its selects and schemas, by the digest of their sources. */
  private final class Search {
    private final CpsPath path;
    private final QuerySize size;
    private final Map<String, List<Sql>> parts = new HashMap<>();
    // A schema may be large: it is kept only while there is memory for it.
    private final Cache<String, YangSchema> schemas =
        CacheBuilder.newBuilder().softValues().build();

    private final long end = System.nanoTime() + maxParsing.toNanos();

    Search(String cpsPath) {
      this.path = nodePath(cpsPath);
      this.size = new QuerySize(cpsPath, reads);
    }

    /** The selects of the places that the path leads to. */
    List<Sql> parts(NamedAnchor anchor) {
      return parts.computeIfAbsent(
          anchor.digest(),
          digest -> {
            try {
              YangSchema schema = schema(anchor);
              return schema == null
                  ? List.of()
                  : Selection.ofAnchorsNamedLater(new Places(path, size).in(schema.root()), size)
                      .parts();
            } catch (InvalidYang e) {
              // Stored under wider limits. Its anchors cannot be read, and the others shall be.
              LOG.warn(
                  "A query of all anchors leaves out those of the schema set of {} ({}): {}",
                  anchor.name(),
                  anchor.id(),
                  e.details());
              return List.of();
            }
          });
    }

    /** The schema; null where the anchor and its schema set were deleted in the meantime. */
    @Nullable YangSchema schema(NamedAnchor anchor) {
      YangSchema schema = schemas.getIfPresent(anchor.digest());
      if (schema == null) {
        if (System.nanoTime() - end >= 0) {
          throw new Busy(
              "Too many schema sets to parse",
              "The schema sets of the dataspace were not parsed in time"
                  + " (reprise.cps.schema.query-time). Those that fit in reprise.cps.schema.cache"
                  + " are there now: try again, or query the anchors.");
        }
        try {
          schema = schemaSets.schema(anchor.digest());
        } catch (SchemaSetNotFound deleted) {
          return null;
        }
        schemas.put(anchor.digest(), schema);
      }
      return schema;
    }

    List<Sql> parts(List<NamedAnchor> anchors) {
      Map<String, List<Long>> ids = new LinkedHashMap<>();
      anchors.forEach(
          one -> ids.computeIfAbsent(one.digest(), digest -> new ArrayList<>()).add(one.id()));
      List<Sql> all = new ArrayList<>();
      ids.forEach((digest, ofSchema) -> {
        Long[] array = ofSchema.toArray(Long[]::new);
        parts
            .getOrDefault(digest, List.of())
            .forEach(part -> {
              size.take((long) Long.BYTES * array.length);
              all.add(part.with(Selection.NAMED_LATER, array));
            });
      });
      return all;
    }
  }

  private record Page(List<NamedAnchor> anchors, Map<Long, List<DataNode>> nodes, int pages) {}

  private Page page(
      Search search,
      List<NamedAnchor> candidates,
      Descendants descendants,
      @Nullable Paging paging,
      ReadTotal total) {
    List<NamedAnchor> chosen = candidates;
    int pages = 1;
    if (paging != null) {
      Set<Long> found = matches.anchorIds(search.parts(candidates));
      List<NamedAnchor> matching =
          candidates.stream().filter(anchor -> found.contains(anchor.id())).toList();
      pages = paging.pages(matching.size());
      chosen = matching.stream().skip(paging.before()).limit(paging.size()).toList();
    }
    Sql matching = Sql.join(" union ", search.parts(chosen));
    return new Page(chosen, matches.nodes(matching, descendants, total), pages);
  }

  private static Selection selection(
      StoredAnchor anchor, YangSchema schema, CpsPath path, QuerySize size) {
    return Selection.ofAnchor(anchor.id(), new Places(path, size).in(schema.root()), size);
  }

  private static CpsPath nodePath(String cpsPath) {
    CpsPath path = CpsPath.parse(cpsPath);
    if (path.leaf() != null) {
      throw new InvalidCpsPath(cpsPath, "asks for a leaf, where only nodes can be found");
    }
    return path;
  }

  private static void collectPaths(CompositeQuery query, Map<String, CpsPath> paths) {
    paths.put(query.cpsPath(), nodePath(query.cpsPath()));
    query.conditions().forEach(condition -> collectPaths(condition, paths));
  }
}

package org.reprise.cps.data;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.reprise.cps.anchor.AnchorNotFound;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.anchor.Anchors;
import org.reprise.cps.anchor.StoredAnchor;
import org.reprise.cps.data.Constraints.Written;
import org.reprise.cps.fault.AlreadyDefined;
import org.reprise.cps.fault.InvalidRequest;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.schema.DataPath;
import org.reprise.cps.schema.SchemaNode.Kind;
import org.reprise.cps.schema.SchemaSets;
import org.reprise.cps.schema.YangSchema;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionOperations;

/**
 * The data of anchors. Every write is one transaction that checks, changes and checks again: it is
 * there as a whole or not at all. Writers of one anchor wait for each other, those of different
 * anchors do not.
 *
 * <p>All methods throw {@link AnchorNotFound} for an unknown anchor, {@link
 * org.reprise.cps.dataspace.DataspaceNotFound} for an unknown dataspace, {@link
 * org.reprise.cps.path.InvalidCpsPath} for an xpath that the schema has no place for, {@link
 * DataNodeNotFound} for one without data, and those with a payload throw {@link InvalidData} for
 * data that the schema does not allow.
 */
public final class DataNodes {
  private static final Pattern DUPLICATE_KEY =
      Pattern.compile("\\(anchor_id, xpath\\)=\\(\\d+, (.*)\\) already exists", Pattern.DOTALL);

  private final Anchors anchors;
  private final SchemaSets schemaSets;
  private final Fragments fragments;
  private final Constraints constraints;
  private final TransactionOperations transactions;
  private final boolean dryRun;

  /** Wired by {@code CpsStore}. */
  public DataNodes(
      JdbcTemplate jdbc,
      TransactionOperations transactions,
      Anchors anchors,
      SchemaSets schemaSets) {
    this.anchors = anchors;
    this.schemaSets = schemaSets;
    this.fragments = new Fragments(jdbc);
    this.constraints = new Constraints(jdbc, fragments);
    this.transactions = transactions;
    this.dryRun = false;
  }

  private DataNodes(DataNodes real) {
    this.anchors = real.anchors;
    this.schemaSets = real.schemaSets;
    this.fragments = real.fragments;
    this.constraints = real.constraints;
    this.transactions = real.transactions;
    this.dryRun = true;
  }

  /**
   * The same data, whose writes do all that they would do, with every check and every exception,
   * and are then rolled back: the API's dry run.
   */
  public DataNodes dryRun() {
    return dryRun ? this : new DataNodes(this);
  }

  /** What a write works on. */
  private record Writing(StoredAnchor anchor, YangSchema schema, DataPath path) {
    List<Fragment> read(Payload payload) {
      return new PayloadReader(schema).read(path, payload);
    }

    List<Fragment> tops(List<Fragment> nodes) {
      int depth = path.depth() + 1;
      return nodes.stream().filter(node -> node.depth() == depth).toList();
    }

    OtherCases otherCases(List<Fragment> nodes) {
      return OtherCases.beside(nodes, path.depth() + 1);
    }
  }

  /**
   * Creates nodes below a parent: POST of nodes.
   *
   * @param parentXpath {@code /} for top-level nodes
   * @throws AlreadyDefined when one of them is there already
   */
  public void create(AnchorRef anchor, String parentXpath, Payload payload) {
    create(anchor, parentXpath, payload, false);
  }

  /**
   * Creates list entries below a parent: POST of list-nodes.
   *
   * @throws AlreadyDefined when one of them is there already
   */
  public void createListElements(AnchorRef anchor, String parentXpath, Payload payload) {
    create(anchor, parentXpath, payload, true);
  }

  private void create(AnchorRef anchor, String parentXpath, Payload payload, boolean lists) {
    try {
      if (!atOnce(anchor, parentXpath, to -> createAtOnce(to, payload, lists))) {
        write(anchor, parentXpath, to -> createBelow(anchor, to, payload, lists));
      }
    } catch (DuplicateKeyException e) {
      throw alreadyDefined(anchor, e);
    }
  }

  private boolean createAtOnce(Writing to, Payload payload, boolean lists) {
    List<Fragment> nodes = to.read(payload);
    if (lists) {
      checkListEntries(to, nodes);
    }
    return Constraints.hold(to.schema, nodes, to.otherCases(nodes), List.of())
        && insert(to, nodes, true) > 0;
  }

  private void createBelow(AnchorRef anchor, Writing to, Payload payload, boolean lists) {
    List<Fragment> nodes = to.read(payload);
    if (lists) {
      checkListEntries(to, nodes);
    }
    keep(
        to,
        to.otherCases(nodes),
        List.of(),
        new Written(nodes, true),
        () -> {
          if (insert(to, nodes, false) == 0) {
            throw new DataNodeNotFound(anchor, to.path.xpath());
          }
        });
  }

  private int insert(Writing to, List<Fragment> nodes, boolean atOnce) {
    long id = to.anchor.id();
    if (to.path.isRoot()) {
      return fragments.createAtRoot(id, nodes);
    }
    return atOnce
        ? fragments.lockAndCreateBelow(id, to.path.xpath(), nodes)
        : fragments.createBelow(id, to.path.xpath(), nodes);
  }

  private void keep(
      Writing to,
      OtherCases others,
      List<Touched> touched,
      Written written,
      Constraints.Change change) {
    constraints.keep(to.anchor.id(), to.schema, others, touched, written, change);
  }

  /**
   * Replaces nodes below a parent with all that is below them, or creates them: PUT of nodes. What
   * the payload does not name stays, as at CPS 1.0.1, the report's version: a list entry named by
   * {@code parentXpath} keeps its other children.
   */
  public void replace(AnchorRef anchor, String parentXpath, Payload payload) {
    if (!atOnce(anchor, parentXpath, to -> replaceAtOnce(to, payload))) {
      write(
          anchor,
          parentXpath,
          to -> {
            List<Fragment> nodes = to.read(payload);
            List<Fragments.Range> gone = new ArrayList<>();
            to.tops(nodes).forEach(top -> gone.add(Fragments.Range.below(top.xpath())));
            List<Touched> touched = to.tops(nodes).stream().map(Touched::subtree).toList();
            replace(anchor, to, nodes, gone, touched, to.path.depth() + 1);
          });
    }
  }

  private boolean replaceAtOnce(Writing to, Payload payload) {
    List<Fragment> nodes = to.read(payload);
    List<Fragment> tops = to.tops(nodes);
    return tops.size() == 1
        && Constraints.hold(
            to.schema, nodes, to.otherCases(nodes), List.of(Touched.subtree(tops.getFirst())))
        && fragments.lockAndReplaceRange(
                to.anchor.id(),
                to.path.xpath(),
                Fragments.Range.below(tops.getFirst().xpath()),
                nodes,
                to.path.depth() + 1)
            > 0;
  }

  /**
   * Replaces the content of the lists that the payload names: PUT of list-nodes. Entries that the
   * payload does not have are deleted.
   */
  public void replaceListContent(AnchorRef anchor, String parentXpath, Payload payload) {
    write(
        anchor,
        parentXpath,
        writing -> {
          List<Fragment> nodes = writing.read(payload);
          checkListEntries(writing, nodes);
          Map<Xpath, Touched> lists = new LinkedHashMap<>();
          for (Fragment top : writing.tops(nodes)) {
            Xpath list = writing.path.xpath().child(top.schema().name());
            lists.put(list, Touched.subtree(new DataPath(list, top.schema(), true)));
          }
          List<Fragments.Range> gone =
              lists.keySet().stream().map(Fragments.Range::entries).toList();
          List<Touched> touched = List.copyOf(lists.values());
          replace(anchor, writing, nodes, gone, touched, writing.path.depth());
        });
  }

  private void replace(
      AnchorRef anchor,
      Writing to,
      List<Fragment> nodes,
      List<Fragments.Range> gone,
      List<Touched> touched,
      int kept) {
    long id = to.anchor.id();
    keep(
        to,
        to.otherCases(nodes),
        touched,
        new Written(nodes, true),
        () -> {
          if (gone.size() == 1) {
            if (fragments.replaceRange(id, to.path.xpath(), gone.getFirst(), nodes, kept) == 0) {
              throw new DataNodeNotFound(anchor, to.path.xpath());
            }
          } else {
            checkParent(anchor, to.anchor, to.path);
            fragments.delete(id, gone, nodes.stream().map(Fragment::xpath).toList());
            fragments.replace(id, nodes, kept);
          }
        });
  }

  /**
   * Changes leafs: PATCH of nodes. Leafs that the payload does not have stay; so do descendants,
   * and those that the payload has are changed or created.
   *
   * @throws DataNodeNotFound when one of the topmost nodes has no data
   */
  public void update(AnchorRef anchor, String parentXpath, Payload payload) {
    write(
        anchor,
        parentXpath,
        writing -> {
          List<Fragment> nodes = writing.read(payload);
          List<Xpath> tops = writing.tops(nodes).stream().map(Fragment::xpath).toList();
          Set<Xpath> existing = new HashSet<>(fragments.existing(writing.anchor.id(), tops));
          for (Xpath top : tops) {
            if (!existing.contains(top)) {
              throw new DataNodeNotFound(anchor, top);
            }
          }
          keep(
              writing,
              OtherCases.within(nodes),
              nodes.stream().map(Touched::leafs).toList(),
              new Written(nodes, false),
              () -> fragments.merge(writing.anchor.id(), nodes));
        });
  }

  /** Deletes a node with all below it; a list without keys means all its entries, / everything. */
  public void delete(AnchorRef anchor, String xpath) {
    write(anchor, xpath, writing -> delete(anchor, writing));
  }

  /** Deletes a list entry, or all entries of a list: DELETE of list-nodes. */
  public void deleteListElements(AnchorRef anchor, String xpath) {
    write(
        anchor,
        xpath,
        writing -> {
          if (writing.path.schema().kind() != Kind.LIST) {
            throw new InvalidData("%s is neither a list nor an entry of one.".formatted(xpath));
          }
          delete(anchor, writing);
        });
  }

  private void delete(AnchorRef anchor, Writing at) {
    // Where all goes, nothing is left that could refer to it.
    keep(
        at,
        OtherCases.NONE,
        at.path.isRoot() ? List.of() : List.of(Touched.subtree(at.path)),
        Written.NOTHING,
        () -> {
          if (fragments.delete(at.anchor.id(), at.path) == 0) {
            throw new DataNodeNotFound(anchor, at.path.xpath());
          }
        });
  }

  /**
   * Makes several changes together: removals first, then changes of leafs, then creations.
   *
   * @throws AlreadyDefined when something to create is there already
   */
  public void change(AnchorRef anchor, List<Change> changes) {
    try {
      write(
          anchor,
          "/",
          writing ->
              new ChangeSet(writing.schema, changes)
                  .make(anchor, writing.anchor.id(), fragments, constraints));
    } catch (DuplicateKeyException e) {
      throw alreadyDefined(anchor, e);
    }
  }

  /**
   * Reads a node, or all entries of a list.
   *
   * @param xpath {@code /} for all top-level nodes
   * @return the nodes in their order; several only for the root and for a list without keys
   */
  public List<DataNode> read(AnchorRef anchor, String xpath, Descendants descendants) {
    StoredAnchor stored = anchors.find(anchor);
    DataPath path = schemaSets.schema(stored.schemaSetId()).locate(xpath);
    List<DataNode> nodes = DataTree.of(fragments.read(stored.id(), path, descendants));
    if (nodes.isEmpty()) {
      throw new DataNodeNotFound(anchor, path.xpath());
    }
    return nodes;
  }

  /** The schema that an anchor's data conforms to. */
  public YangSchema schema(AnchorRef anchor) {
    return schemaSets.schema(anchors.find(anchor).schemaSetId());
  }

  // The common writes are one round trip, which nothing but the anchor's row and the data itself
  // can make void. Whatever is out of the ordinary, mistakes included, is left to a transaction
  // that
  // looks at everything anew. Change events will leave from here and from there.
  private boolean atOnce(AnchorRef anchor, String xpath, Predicate<Writing> change) {
    if (dryRun) {
      return false;
    }
    StoredAnchor known = anchors.known(anchor);
    Optional<YangSchema> schema = schemaSets.parsed(known.schemaSetId());
    if (schema.isEmpty()) {
      return false;
    }
    try {
      if (change.test(new Writing(known, schema.get(), schema.get().locate(xpath)))) {
        return true;
      }
    } catch (InvalidRequest e) {
      // Perhaps not for the anchor that has the name by now.
    }
    anchors.forget(anchor);
    return false;
  }

  private void write(AnchorRef anchor, String xpath, Consumer<Writing> change) {
    transactions.executeWithoutResult(tx -> {
      StoredAnchor locked = anchors.lock(anchor);
      YangSchema schema = schemaSets.schema(locked.schemaSetId());
      change.accept(new Writing(locked, schema, schema.locate(xpath)));
      if (dryRun) {
        tx.setRollbackOnly();
      }
    });
  }

  private void checkParent(AnchorRef anchor, StoredAnchor stored, DataPath parent) {
    if (!parent.isRoot() && !fragments.exists(stored.id(), parent.xpath())) {
      throw new DataNodeNotFound(anchor, parent.xpath());
    }
  }

  private static void checkListEntries(Writing to, List<Fragment> nodes) {
    for (Fragment top : to.tops(nodes)) {
      if (top.schema().kind() != Kind.LIST) {
        throw new InvalidData("%s is no list entry.".formatted(top.xpath()));
      }
    }
  }

  private static AlreadyDefined alreadyDefined(AnchorRef anchor, DuplicateKeyException e) {
    Matcher matcher = DUPLICATE_KEY.matcher(String.valueOf(e.getMostSpecificCause().getMessage()));
    String xpath = matcher.find() ? matcher.group(1) : "of the payload";
    return new AlreadyDefined("DataNode", xpath, "anchor " + anchor.anchor());
  }
}

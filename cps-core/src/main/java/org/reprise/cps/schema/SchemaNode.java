package org.reprise.cps.schema;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.opendaylight.yangtools.yang.common.QName;
import org.opendaylight.yangtools.yang.model.api.CaseSchemaNode;
import org.opendaylight.yangtools.yang.model.api.ChoiceSchemaNode;
import org.opendaylight.yangtools.yang.model.util.SchemaInferenceStack;

/**
 * A node of the data tree that a schema set describes (RFC 7950, section 3): choices and cases are
 * not part of it.
 *
 * <p>Each node has one name among its siblings. It is the local name, unless siblings of several
 * modules share it: then it is the local name for the only configuration node among them, or else
 * for the one of the parent's own module, and {@code module:name} for the others. So RFC 8345's
 * {@code networks} and the state data of that name stay apart.
 */
public final class SchemaNode {
  public enum Kind {
    /** The root: the parent of the top-level nodes. */
    ROOT,
    /** A container: one fragment. */
    CONTAINER,
    /** A list: one fragment for each entry. */
    LIST,
    /** A leaf: an attribute of its parent's fragment. */
    LEAF,
    /** A leaf-list: an attribute of its parent's fragment. */
    LEAF_LIST,
    /** anydata or anyxml, which this store does not hold. */
    OPAQUE
  }

  /** A case of a choice (RFC 7950, section 7.9), and the case that the choice stands in. */
  public record ChoiceCase(
      ChoiceSchemaNode choice, CaseSchemaNode oneOf, @Nullable ChoiceCase outer) {}

  private final @Nullable SchemaNode parent;
  private final QName qname;
  private final String moduleName;
  private final String prefix;
  private final String name;
  private final Kind kind;
  private final List<String> keys;
  private LeafType type;
  private final boolean configuration;
  private @Nullable ChoiceCase choiceCase;
  private boolean hasChoices;
  private String plainName = "";
  private String prefixedName = "";
  private @Nullable Leafref leafref;
  // Made when it is needed: all nodes' paths may fill the heap.
  private @Nullable String path;
  private final Map<QName, SchemaNode> byQName = new HashMap<>();
  private final Map<String, SchemaNode> byName = new LinkedHashMap<>();
  private final Map<String, SchemaNode> byQualifiedName = new HashMap<>();
  private final Map<String, SchemaNode> byPrefixedName = new HashMap<>();
  private final Set<String> ambiguousNames = new HashSet<>();
  private final List<SchemaNode> leafrefs = new ArrayList<>();
  private final Map<List<Object>, SchemaNode> referredToBy = new LinkedHashMap<>();

  SchemaNode(
      @Nullable SchemaNode parent,
      QName qname,
      String moduleName,
      String prefix,
      String name,
      Kind kind,
      List<String> keys,
      LeafType type,
      boolean configuration) {
    this.parent = parent;
    this.qname = qname;
    this.moduleName = moduleName;
    this.prefix = prefix;
    this.name = name;
    this.kind = kind;
    this.keys = List.copyOf(keys);
    this.type = type;
    this.configuration = configuration;
  }

  void add(SchemaNode child) {
    byQName.put(child.qname, child);
    byName.put(child.name, child);
    byQualifiedName.put(child.qualifiedName(), child);
    String prefixed = child.prefix + ":" + child.localName();
    if (byPrefixedName.put(prefixed, child) != null) {
      ambiguousNames.add(prefixed);
    }
  }

  /** When all children are there: how answers name each, so that it is read back as that child. */
  void chooseNames() {
    ambiguousNames.forEach(byPrefixedName::remove);
    byQName
        .values()
        .forEach(child -> {
          child.plainName = nameFor(child, child.name);
          child.prefixedName = nameFor(child, child.prefix + ":" + child.localName());
        });
  }

  private String nameFor(SchemaNode child, String wanted) {
    return jsonChild(wanted) == child ? wanted : child.qualifiedName();
  }

  void belongTo(@Nullable ChoiceCase innermost) {
    choiceCase = innermost;
    if (innermost != null && parent != null) {
      parent.hasChoices = true;
    }
  }

  public LeafType type() {
    return type;
  }

  /** Second pass of building: the type of a leafref is the type of the leaf that it leads to. */
  void take(LeafType typeOfTarget) {
    type = typeOfTarget;
  }

  /** Second pass of building: a reference may point anywhere in the tree. */
  void refer(SchemaNode child, Leafref to) {
    child.leafref = to;
    leafrefs.add(child);
    List<Object> alike = List.of(to.target(), to.isAnchorWide(), to.namedKeys());
    to.target().fragmentNode().referredToBy.putIfAbsent(alike, child);
  }

  public @Nullable SchemaNode parent() {
    return parent;
  }

  public QName qname() {
    return qname;
  }

  public String moduleName() {
    return moduleName;
  }

  /** Its name among its siblings, as stored in xpaths and attributes. */
  public String name() {
    return name;
  }

  public String localName() {
    return qname.getLocalName();
  }

  /** {@code module:name}, as RFC 7951 (section 4) wants it where the module changes. */
  public String qualifiedName() {
    return moduleName + ":" + localName();
  }

  /**
   * {@code prefix:name} with the YANG prefix that its module declares for itself, as ONAP CPS
   * writes the topmost names of an answer. It is {@link #qualifiedName} where the prefix would mean
   * another node: module names win over prefixes, and modules may share a prefix.
   */
  public String prefixedName() {
    return prefixedName;
  }

  /**
   * Its name below its parent in answers of the API's versions 1 and 2: plain, or with the module's
   * name where the plain name would mean another node.
   */
  public String plainName() {
    return plainName;
  }

  /** Whether RFC 7951 wants the module's name in front: at the top, or where the module changes. */
  public boolean startsModule() {
    return parent == null || parent.kind == Kind.ROOT || !parent.moduleName.equals(moduleName);
  }

  public Kind kind() {
    return kind;
  }

  public List<String> keys() {
    return keys;
  }

  /** Whether it is configuration; else it is state, which repeats values as it likes. */
  public boolean isConfiguration() {
    return configuration;
  }

  /** The reference that its values must satisfy; null if it is no leafref. */
  public @Nullable Leafref leafref() {
    return leafref;
  }

  public @Nullable SchemaNode child(QName child) {
    return byQName.get(child);
  }

  /** Returns the child of a {@link #name} that stored data has. */
  public SchemaNode storedChild(String childName) {
    return Objects.requireNonNull(byName.get(childName), childName);
  }

  /**
   * The child by a caller's name in an xpath: plain as in {@link #name}, or with the module's name
   * or prefix; null if there is none or the prefix is that of several. What stands before the colon
   * is a module's name if that module has the node, else a prefix.
   */
  public @Nullable SchemaNode child(String anyName) {
    SchemaNode child = byName.get(anyName);
    return child != null || anyName.indexOf(':') < 0 ? child : namedChild(anyName);
  }

  /**
   * The child by its name in JSON: with the module's name (RFC 7951, section 4) or its prefix (as
   * ONAP CPS writes it), as in {@link #child(String)}; or plain where it is the parent's own
   * module. Plain names are understood wherever they are clear.
   */
  public @Nullable SchemaNode jsonChild(String jsonName) {
    if (jsonName.indexOf(':') >= 0) {
      return namedChild(jsonName);
    }
    SchemaNode own = byQualifiedName.get(moduleName + ":" + jsonName);
    return own != null ? own : byName.get(jsonName);
  }

  private @Nullable SchemaNode namedChild(String name) {
    SchemaNode child = byQualifiedName.get(name);
    return child != null ? child : byPrefixedName.get(name);
  }

  /** Why {@link #child(String)} found nothing, as the end of a sentence. */
  public String noChild(String name) {
    if (ambiguousNames.contains(name)) {
      return "several modules with this prefix have %s: name the module".formatted(name);
    }
    return "the schema has no %s %s"
        .formatted(name, kind == Kind.ROOT ? "at the top" : "in " + qualifiedName());
  }

  public Collection<SchemaNode> children() {
    return byName.values();
  }

  /** Those children that are leafs or leaf-lists with a reference to satisfy. */
  public List<SchemaNode> leafrefs() {
    return leafrefs;
  }

  /**
   * Returns the leafs and leaf-lists of the schema that refer to leafs of this node. Of those whose
   * paths name the same keys there is only one, so that a thousand of them cost no more than one.
   */
  public Collection<SchemaNode> referredToBy() {
    return referredToBy.values();
  }

  /** Steps from the root: the depth that fragments are stored with. */
  public int depth() {
    return parent == null ? 0 : parent.depth() + 1;
  }

  public boolean hasChoices() {
    return hasChoices;
  }

  /** The innermost case of a choice that it belongs to, in its parent; null for none. */
  public @Nullable ChoiceCase choiceCase() {
    return choiceCase;
  }

  public SchemaNode root() {
    return parent == null ? this : parent.root();
  }

  /** Returns the node so many levels above it; 0 for itself. */
  public SchemaNode ancestor(int levels) {
    SchemaNode at = this;
    for (int i = 0; i < levels; i++) {
      at = Objects.requireNonNull(at.parent, "a path above the root");
    }
    return at;
  }

  /** The nodes from below an ancestor down to itself. */
  public List<SchemaNode> below(SchemaNode ancestor) {
    List<SchemaNode> path = new ArrayList<>();
    for (SchemaNode at = this; at != null && at != ancestor; at = at.parent) {
      path.addFirst(at);
    }
    return path;
  }

  /** Leads yangtools from the root to it. */
  void enter(SchemaInferenceStack stack) {
    if (parent != null) {
      parent.enter(stack);
      stack.enterDataTree(qname);
    }
  }

  /** Whether it is the other node or below it. */
  public boolean isWithin(SchemaNode other) {
    return this == other || (parent != null && parent.isWithin(other));
  }

  /** The container, list or root at or above it: what fragments are made of. */
  public SchemaNode fragmentNode() {
    boolean value = kind == Kind.LEAF || kind == Kind.LEAF_LIST || kind == Kind.OPAQUE;
    return value && parent != null ? parent : this;
  }

  /**
   * A regular expression as PostgreSQL has them, without anchors and without groups to capture,
   * that the stored xpaths of exactly this container or list match.
   */
  public String xpathPattern() {
    if (parent == null) {
      return "";
    }
    // A key's value may hold anything, brackets and slashes too; a quote in it is written twice.
    String keyed = kind == Kind.LIST ? "\\[(?:[^'\\]]|'[^']*')*\\]" : "";
    return parent.xpathPattern() + "/" + name.replace(".", "\\.") + keyed;
  }

  @Override
  public String toString() {
    if (path == null) {
      path = parent == null ? "" : parent + "/" + name;
    }
    return path;
  }
}

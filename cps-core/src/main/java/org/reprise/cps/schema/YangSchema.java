package org.reprise.cps.schema;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.opendaylight.yangtools.yang.common.QNameModule;
import org.opendaylight.yangtools.yang.common.Revision;
import org.opendaylight.yangtools.yang.data.codec.gson.JSONCodecFactory;
import org.opendaylight.yangtools.yang.data.codec.gson.JSONCodecFactorySupplier;
import org.opendaylight.yangtools.yang.data.codec.xml.XmlCodecFactory;
import org.opendaylight.yangtools.yang.model.api.EffectiveModelContext;
import org.opendaylight.yangtools.yang.model.api.EffectiveStatementInference;
import org.opendaylight.yangtools.yang.model.util.SchemaInferenceStack;
import org.reprise.cps.path.CpsPath;
import org.reprise.cps.path.CpsPath.Axis;
import org.reprise.cps.path.CpsPath.Condition;
import org.reprise.cps.path.CpsPath.Operator;
import org.reprise.cps.path.InvalidCpsPath;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.schema.SchemaNode.Kind;

/** A parsed schema set: model, codecs and tree. Immutable; shared by equal sources. */
public final class YangSchema {
  // Measured: 100 to 150 without the codecs.
  static final int BYTES_OF_STATEMENT = 300;

  private final EffectiveModelContext model;
  private final long weight;
  private final SchemaNode root;
  private final List<SchemaNode> leafrefs = new ArrayList<>();
  private final Set<String> slowPatterns = new LinkedHashSet<>();
  private final Map<String, ValuePattern> compiled = new ConcurrentHashMap<>();
  private final Map<String, String> moduleNames = new HashMap<>();
  private final JSONCodecFactory jsonCodecs;
  private final XmlCodecFactory xmlCodecs;
  private final Map<SchemaNode, EffectiveStatementInference> inferences = new ConcurrentHashMap<>();

  /** Wraps a model of so many expanded statements, with so many bytes of texts. */
  YangSchema(EffectiveModelContext model, long statements, long bytesOfTexts) {
    this.model = model;
    this.weight = statements * BYTES_OF_STATEMENT + bytesOfTexts;
    this.root = SchemaTree.of(model);
    collect(root);
    model
        .getModules()
        .forEach(module -> moduleNames.put(module.getNamespace().toString(), module.getName()));
    this.jsonCodecs = JSONCodecFactorySupplier.RFC7951.createLazy(model);
    this.xmlCodecs = XmlCodecFactory.create(model);
  }

  /** About how many bytes it takes, with the codecs and places that are made as they are needed. */
  int weight() {
    return (int) Math.min(Integer.MAX_VALUE, weight);
  }

  public SchemaNode root() {
    return root;
  }

  private void collect(SchemaNode node) {
    leafrefs.addAll(node.leafrefs());
    slowPatterns.addAll(node.type().slowPatterns());
    node.children().forEach(this::collect);
  }

  public List<SchemaNode> leafrefs() {
    return leafrefs;
  }

  /** Returns the patterns of a leaf's values whose matching may take long. */
  public Collection<ValuePattern> slowPatterns(SchemaNode leaf) {
    LeafType type = leaf.type();
    Collection<String> patterns = type.otherLeafs() ? slowPatterns : type.slowPatterns();
    return patterns.isEmpty()
        ? List.of()
        : patterns.stream().map(java -> compiled.computeIfAbsent(java, ValuePattern::of)).toList();
  }

  /** Returns the child that an XML element is of; null if the schema has no such child. */
  public @Nullable SchemaNode child(SchemaNode parent, String namespace, String name) {
    String module = moduleNames.get(namespace);
    return module == null ? null : parent.child(module + ":" + name);
  }

  public JSONCodecFactory jsonCodecs() {
    return jsonCodecs;
  }

  public XmlCodecFactory xmlCodecs() {
    return xmlCodecs;
  }

  /** Where yangtools has to start to read children of the node. */
  public EffectiveStatementInference inference(SchemaNode parent) {
    return inferences.computeIfAbsent(
        parent,
        node -> {
          SchemaInferenceStack stack = SchemaInferenceStack.of(model);
          node.enter(stack);
          return stack.toInference();
        });
  }

  /** The name of the module with this namespace and revision; null if there is none. */
  public @Nullable String moduleName(QNameModule module) {
    return model.findModule(module).map(found -> found.getName()).orElse(null);
  }

  public @Nullable String namespace(String moduleName) {
    return model.findModules(moduleName).stream()
        .findFirst()
        .map(found -> found.getNamespace().toString())
        .orElse(null);
  }

  public List<ModuleReference> modules() {
    return model.getModules().stream()
        .map(module ->
            new ModuleReference(
                module.getName(),
                module.getRevision().map(Revision::toString).orElse(""),
                module.getNamespace().toString()))
        .sorted(
            Comparator.comparing(ModuleReference::name).thenComparing(ModuleReference::revision))
        .toList();
  }

  /**
   * Finds the place of an xpath that names one data node, or a list as a whole.
   *
   * @param text {@code /} (or nothing) for the root, else steps with all keys of the lists
   * @throws InvalidCpsPath where it cannot be read
   * @throws UnknownXpath where the schema has no place for it
   */
  public DataPath locate(String text) {
    String xpath = text.strip();
    if (xpath.isEmpty() || xpath.equals("/")) {
      return new DataPath(Xpath.ROOT, root, false);
    }
    int forbidden = YangText.firstForbidden(xpath);
    if (forbidden >= 0) {
      throw new InvalidCpsPath(
          xpath.substring(0, forbidden),
          "no value can hold the character U+%04X at position %d"
              .formatted(xpath.codePointAt(forbidden), forbidden + 1));
    }
    // ONAP's clients write a trailing slash now and then.
    boolean trailing = xpath.endsWith("/");
    return locate(xpath, CpsPath.parse(trailing ? xpath.substring(0, xpath.length() - 1) : xpath));
  }

  private DataPath locate(String xpath, CpsPath path) {
    if (!path.ancestor().isEmpty() || path.leaf() != null) {
      throw new UnknownXpath(xpath, "only a query may ask for an ancestor or a leaf");
    }
    SchemaNode at = root;
    Xpath place = Xpath.ROOT;
    boolean wholeList = false;
    for (CpsPath.Step step : path.steps()) {
      if (wholeList) {
        throw new UnknownXpath(xpath, "the list %s needs its keys".formatted(at.name()));
      }
      if (step.axis() == Axis.DESCENDANT) {
        throw new UnknownXpath(xpath, "only a query may have '//'");
      }
      at = childOf(xpath, at, step.name());
      wholeList = at.kind() == Kind.LIST && step.conditions().isEmpty();
      place = below(xpath, place, at, step, wholeList);
    }
    return new DataPath(place, at, wholeList);
  }

  private static SchemaNode childOf(String xpath, SchemaNode parent, String name) {
    SchemaNode child = parent.child(name);
    if (child == null) {
      throw new UnknownXpath(xpath, parent.noChild(name));
    }
    if (child.kind() != Kind.CONTAINER && child.kind() != Kind.LIST) {
      throw new UnknownXpath(xpath, "%s is neither a container nor a list".formatted(name));
    }
    return child;
  }

  private static Xpath below(
      String xpath, Xpath parent, SchemaNode at, CpsPath.Step step, boolean wholeList) {
    if (wholeList || at.kind() == Kind.CONTAINER) {
      if (!step.conditions().isEmpty()) {
        throw new UnknownXpath(xpath, "the container %s has no keys".formatted(at.name()));
      }
      return parent.child(at.name());
    }
    Map<String, String> given = new LinkedHashMap<>();
    step.conditions().forEach(condition -> collectKeys(xpath, at, condition, given));
    List<String> values = new ArrayList<>();
    for (String key : at.keys()) {
      String value = given.remove(key);
      if (value == null) {
        throw new UnknownXpath(xpath, "the list %s needs its key @%s".formatted(at.name(), key));
      }
      values.add(value);
    }
    if (!given.isEmpty()) {
      throw new UnknownXpath(
          xpath,
          "@%s is no key of the list %s".formatted(given.keySet().iterator().next(), at.name()));
    }
    return parent.entry(at.name(), at.keys(), values);
  }

  private static void collectKeys(
      String xpath, SchemaNode list, Condition condition, Map<String, String> keys) {
    switch (condition) {
      case Condition.And(List<Condition> all) ->
          all.forEach(c -> collectKeys(xpath, list, c, keys));
      case Condition.Comparison(String name, Operator operator, CpsPath.Literal literal)
          when operator == Operator.EQUAL -> {
        SchemaNode leaf = list.child(name);
        // A list and its keys are of the same module.
        String key =
            leaf != null && leaf.moduleName().equals(list.moduleName()) ? leaf.localName() : name;
        if (keys.putIfAbsent(key, literal.asText()) != null) {
          throw new UnknownXpath(xpath, "@%s is given twice".formatted(key));
        }
      }
      default ->
          throw new UnknownXpath(xpath, "only a query may have conditions other than @key='value'");
    }
  }
}

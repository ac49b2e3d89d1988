package org.reprise.cps.schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.opendaylight.yangtools.yang.common.QName;
import org.opendaylight.yangtools.yang.common.QNameModule;
import org.opendaylight.yangtools.yang.model.api.CaseSchemaNode;
import org.opendaylight.yangtools.yang.model.api.ChoiceSchemaNode;
import org.opendaylight.yangtools.yang.model.api.ContainerSchemaNode;
import org.opendaylight.yangtools.yang.model.api.DataNodeContainer;
import org.opendaylight.yangtools.yang.model.api.DataSchemaNode;
import org.opendaylight.yangtools.yang.model.api.EffectiveModelContext;
import org.opendaylight.yangtools.yang.model.api.LeafListSchemaNode;
import org.opendaylight.yangtools.yang.model.api.LeafSchemaNode;
import org.opendaylight.yangtools.yang.model.api.ListSchemaNode;
import org.opendaylight.yangtools.yang.model.api.Module;
import org.opendaylight.yangtools.yang.model.api.SchemaContext;
import org.opendaylight.yangtools.yang.model.api.TypeDefinition;
import org.opendaylight.yangtools.yang.model.api.TypedDataSchemaNode;
import org.opendaylight.yangtools.yang.model.api.type.LeafrefTypeDefinition;
import org.reprise.cps.schema.SchemaNode.ChoiceCase;
import org.reprise.cps.schema.SchemaNode.Kind;

/** Builds the tree of {@link SchemaNode}s of a model: first the nodes, then their leafrefs. */
final class SchemaTree {
  /** Leafrefs in a chain: yangtools follows the rest of it for each of them. */
  private static final int MAX_CHAIN = 100;

  private final Map<QNameModule, Module> modules = new HashMap<>();
  private final List<Reference> references = new ArrayList<>();

  private record Reference(SchemaNode parent, SchemaNode leaf, LeafrefTypeDefinition type) {}

  private SchemaTree(EffectiveModelContext model) {
    // A server implements one revision of a module (RFC 7950, section 5.6.5): the newest. Of others
    // only groupings and types are used.
    model.getModules().stream()
        .filter(module -> module == model.findModules(module.getName()).iterator().next())
        .forEach(module -> modules.put(module.getQNameModule(), module));
  }

  static SchemaNode of(EffectiveModelContext model) {
    SchemaTree tree = new SchemaTree(model);
    SchemaNode root =
        new SchemaNode(
            null, SchemaContext.NAME, "", "", "", Kind.ROOT, List.of(), LeafType.ANY, true);
    List<DataSchemaNode> top = new ArrayList<>();
    model.getModules().forEach(module -> top.addAll(module.getChildNodes()));
    tree.addChildren(root, top);
    Map<SchemaNode, SchemaNode> targets = new HashMap<>();
    for (Reference reference : tree.references) {
      LeafrefPath path = new LeafrefPath(model, reference.leaf, reference.type);
      SchemaNode target = path.target();
      targets.put(reference.leaf, target);
      Leafref leafref = reference.type.requireInstance() ? path.resolve(target) : null;
      if (leafref != null) {
        reference.parent.refer(reference.leaf, leafref);
      }
    }
    targets.keySet().forEach(leaf -> leaf.take(lastOfChain(leaf, targets).type()));
    return root;
  }

  // yangtools would follow a chain that ends in a circle for ever.
  private static SchemaNode lastOfChain(SchemaNode leaf, Map<SchemaNode, SchemaNode> targets) {
    SchemaNode last = leaf;
    int length = 0;
    for (SchemaNode next = targets.get(leaf); next != null; next = targets.get(next)) {
      if (++length > MAX_CHAIN) {
        throw new InvalidYang(
            "The leafref %s leads through more than %d others, or in a circle (RFC 7950, section 9.9)."
                .formatted(leaf, MAX_CHAIN));
      }
      last = next;
    }
    return last;
  }

  private record Placed(DataSchemaNode statement, @Nullable ChoiceCase choiceCase) {}

  private void addChildren(SchemaNode parent, Iterable<? extends DataSchemaNode> statements) {
    List<Placed> flat = new ArrayList<>();
    flatten(statements, null, flat);
    Map<String, List<DataSchemaNode>> byLocalName = new HashMap<>();
    for (Placed placed : flat) {
      byLocalName
          .computeIfAbsent(placed.statement.getQName().getLocalName(), n -> new ArrayList<>())
          .add(placed.statement);
    }
    for (Placed placed : flat) {
      String local = placed.statement.getQName().getLocalName();
      String name = nameOf(parent, placed.statement, byLocalName.getOrDefault(local, List.of()));
      add(parent, placed, name);
    }
    parent.chooseNames();
  }

  private void flatten(
      Iterable<? extends DataSchemaNode> statements,
      @Nullable ChoiceCase within,
      List<Placed> flat) {
    for (DataSchemaNode statement : statements) {
      if (statement instanceof ChoiceSchemaNode choice) {
        for (CaseSchemaNode oneOf : choice.getCases()) {
          flatten(oneOf.getChildNodes(), new ChoiceCase(choice, oneOf, within), flat);
        }
      } else if (modules.containsKey(statement.getQName().getModule())) {
        flat.add(new Placed(statement, within));
      }
    }
  }

  private String nameOf(
      SchemaNode parent, DataSchemaNode statement, List<DataSchemaNode> namesakes) {
    String local = statement.getQName().getLocalName();
    long configured = namesakes.stream().filter(SchemaTree::isConfiguration).count();
    boolean plain =
        namesakes.size() == 1
            || (configured == 1
                ? isConfiguration(statement)
                : statement.getQName().getModule().equals(parent.qname().getModule()));
    return plain ? local : moduleOf(statement).getName() + ":" + local;
  }

  private static boolean isConfiguration(DataSchemaNode statement) {
    return statement.effectiveConfig().orElse(true);
  }

  private Module moduleOf(DataSchemaNode statement) {
    return Objects.requireNonNull(modules.get(statement.getQName().getModule()));
  }

  private void add(SchemaNode parent, Placed placed, String name) {
    DataSchemaNode statement = placed.statement;
    Module module = moduleOf(statement);
    TypeDefinition<?> type =
        statement instanceof TypedDataSchemaNode typed ? typed.getType() : null;
    SchemaNode node =
        new SchemaNode(
            parent,
            statement.getQName(),
            module.getName(),
            module.getPrefix(),
            name,
            kindOf(statement),
            keysOf(statement),
            type == null ? LeafType.ANY : LeafType.of(type),
            isConfiguration(statement));
    parent.add(node);
    node.belongTo(placed.choiceCase);
    if (type instanceof LeafrefTypeDefinition leafref) {
      references.add(new Reference(parent, node, leafref));
    }
    if (statement instanceof DataNodeContainer container) {
      addChildren(node, container.getChildNodes());
    }
  }

  private static Kind kindOf(DataSchemaNode statement) {
    return switch (statement) {
      case ContainerSchemaNode container -> Kind.CONTAINER;
      case ListSchemaNode list -> Kind.LIST;
      case LeafSchemaNode leaf -> Kind.LEAF;
      case LeafListSchemaNode leafList -> Kind.LEAF_LIST;
      case DataSchemaNode other -> Kind.OPAQUE;
    };
  }

  private static List<String> keysOf(DataSchemaNode statement) {
    return statement instanceof ListSchemaNode list
        ? list.getKeyDefinition().stream().map(QName::getLocalName).toList()
        : List.of();
  }
}

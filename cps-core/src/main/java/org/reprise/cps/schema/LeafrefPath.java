package org.reprise.cps.schema;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.opendaylight.yangtools.yang.common.QName;
import org.opendaylight.yangtools.yang.model.api.EffectiveModelContext;
import org.opendaylight.yangtools.yang.model.api.PathExpression;
import org.opendaylight.yangtools.yang.model.api.meta.EffectiveStatement;
import org.opendaylight.yangtools.yang.model.api.stmt.DataTreeEffectiveStatement;
import org.opendaylight.yangtools.yang.model.api.type.LeafrefTypeDefinition;
import org.opendaylight.yangtools.yang.model.util.SchemaInferenceStack;
import org.opendaylight.yangtools.yang.xpath.api.YangBinaryExpr;
import org.opendaylight.yangtools.yang.xpath.api.YangBinaryOperator;
import org.opendaylight.yangtools.yang.xpath.api.YangExpr;
import org.opendaylight.yangtools.yang.xpath.api.YangLocationPath;
import org.opendaylight.yangtools.yang.xpath.api.YangLocationPath.QNameStep;
import org.opendaylight.yangtools.yang.xpath.api.YangLocationPath.ResolvedQNameStep;
import org.opendaylight.yangtools.yang.xpath.api.YangLocationPath.Step;
import org.opendaylight.yangtools.yang.xpath.api.YangLocationPath.UnresolvedQNameStep;
import org.opendaylight.yangtools.yang.xpath.api.YangPathExpr;
import org.opendaylight.yangtools.yang.xpath.api.YangQNameExpr;
import org.opendaylight.yangtools.yang.xpath.api.YangXPathAxis;
import org.reprise.cps.schema.Leafref.KeyCondition;
import org.reprise.cps.schema.SchemaNode.Kind;

/**
 * Resolves the path of a leafref (RFC 7950, section 9.9.2): yangtools finds the target, prefixes
 * included, and this class translates the path to nodes of the data tree.
 */
final class LeafrefPath {
  private final EffectiveModelContext model;
  private final SchemaNode leaf;
  private final LeafrefTypeDefinition type;

  LeafrefPath(EffectiveModelContext model, SchemaNode leaf, LeafrefTypeDefinition type) {
    this.model = model;
    this.leaf = leaf;
    this.type = type;
  }

  /**
   * The leaf or leaf-list that the path leads to, which may be a leafref itself.
   *
   * @throws InvalidYang when it leads to none
   */
  SchemaNode target() {
    SchemaInferenceStack stack = SchemaInferenceStack.of(model);
    leaf.enter(stack);
    try {
      stack.resolvePathExpression(type.getPathStatement());
    } catch (IllegalArgumentException | IllegalStateException e) {
      // yangtools throws these for a path that leads nowhere.
      throw new InvalidYang(
          "The leafref %s cannot be followed: %s"
              .formatted(leaf, ParserMessage.plain(String.valueOf(e.getMessage()))));
    }
    SchemaNode target = leaf.root();
    for (EffectiveStatement<?, ?> statement : stack.toInference().statementPath()) {
      if (statement instanceof DataTreeEffectiveStatement<?> node) {
        target = child(target, node.argument());
      }
    }
    if (target.kind() != Kind.LEAF && target.kind() != Kind.LEAF_LIST) {
      throw new InvalidYang(
          "The leafref %s leads to %s, which is no leaf.".formatted(leaf, target));
    }
    return target;
  }

  /**
   * The reference; null for a path with {@code deref()}, whose values are not checked.
   *
   * @param target the leaf that the path leads to
   */
  @Nullable Leafref resolve(SchemaNode target) {
    if (!(type.getPathStatement().getSteps()
        instanceof PathExpression.LocationPathSteps location)) {
      return null;
    }
    YangLocationPath path = location.getLocationPath();
    int up = path.isAbsolute() ? -1 : stepsUp(path);
    SchemaNode base = path.isAbsolute() ? leaf.root() : leaf.ancestor(up);
    List<SchemaNode> down = new ArrayList<>();
    for (SchemaNode at = target; at != base; at = at.ancestor(1)) {
      down.addFirst(at);
    }
    return new Leafref(leaf, up, down, keys(path));
  }

  private static SchemaNode child(SchemaNode parent, QName name) {
    SchemaNode child = parent.child(name);
    if (child == null) {
      throw new IllegalStateException("the data tree lacks " + name + " in " + parent);
    }
    return child;
  }

  private static int stepsUp(YangLocationPath path) {
    return (int)
        path.getSteps().stream().filter(step -> step.getAxis() == YangXPathAxis.PARENT).count();
  }

  private List<KeyCondition> keys(YangLocationPath path) {
    List<KeyCondition> keys = new ArrayList<>();
    int index = 0;
    for (Step step : path.getSteps()) {
      if (step instanceof QNameStep) {
        for (YangExpr predicate : step.getPredicates()) {
          keys.add(key(index, predicate));
        }
        index++;
      }
    }
    return keys;
  }

  // RFC 7950 allows nothing but [key = current()/../leaf] here, and yangtools checks that.
  private KeyCondition key(int index, YangExpr predicate) {
    if (predicate instanceof YangBinaryExpr equation
        && equation.getOperator() == YangBinaryOperator.EQUALS
        && equation.getLeftExpr() instanceof YangQNameExpr key
        && equation.getRightExpr() instanceof YangPathExpr value
        && value.getLocationPath().isPresent()) {
      YangLocationPath path = value.getLocationPath().get();
      int up = stepsUp(path);
      SchemaNode at = leaf.ancestor(up);
      List<SchemaNode> down = new ArrayList<>();
      for (Step step : path.getSteps()) {
        if (step instanceof QNameStep named) {
          at = child(at, nameOf(named));
          down.add(at);
        }
      }
      return new KeyCondition(index, localName(key), up, down);
    }
    throw new InvalidYang(
        "The leafref %s has a condition that is no [key = current()/../leaf]: %s"
            .formatted(leaf, predicate));
  }

  private QName nameOf(QNameStep step) {
    return switch (step) {
      case ResolvedQNameStep resolved -> resolved.getQName();
      // Without a prefix it is of the module that the leaf is of.
      case UnresolvedQNameStep plain ->
          QName.create(leaf.qname().getModule(), plain.getQName().getLocalName());
      default -> throw new IllegalStateException("neither resolved nor unresolved: " + step);
    };
  }

  private static String localName(YangQNameExpr name) {
    return switch (name) {
      case YangQNameExpr.Resolved resolved -> resolved.getQName().getLocalName();
      case YangQNameExpr.Unresolved plain -> plain.getQName().getLocalName();
      default -> throw new IllegalStateException("neither resolved nor unresolved: " + name);
    };
  }
}

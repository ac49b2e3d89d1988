package org.reprise.cps.schema;

import com.google.common.base.VerifyException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.opendaylight.yangtools.yang.common.AbstractQName;
import org.opendaylight.yangtools.yang.common.QName;
import org.opendaylight.yangtools.yang.common.QNameModule;
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
import org.opendaylight.yangtools.yang.xpath.api.YangLocationPath.Step;
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

  /** The leaf or leaf-list at its end, maybe a leafref; throws InvalidYang without one. */
  SchemaNode target() {
    SchemaInferenceStack stack = SchemaInferenceStack.of(model);
    leaf.enter(stack);
    try {
      stack.resolvePathExpression(type.getPathStatement());
    } catch (IllegalArgumentException
        | IllegalStateException
        | UnsupportedOperationException
        | VerifyException e) {
      // yangtools throws these for a path that leads nowhere, or that only data can tell.
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

  /** The reference; null for a path with {@code deref()}, whose values are not checked. */
  @Nullable Leafref resolve(SchemaNode target) {
    if (!(type.getPathStatement().getSteps()
        instanceof PathExpression.LocationPathSteps location)) {
      return null;
    }
    YangLocationPath path = location.getLocationPath();
    int up = path.isAbsolute() ? -1 : stepsUp(path);
    SchemaNode base = path.isAbsolute() ? leaf.root() : leaf.ancestor(up);
    List<SchemaNode> down = target.below(base);
    return Leafref.of(leaf, up, down, keys(path, down));
  }

  private static SchemaNode child(SchemaNode parent, QName name) {
    SchemaNode child = parent.child(name);
    // Of an older revision: the newest is the one that is implemented (RFC 7950, section 5.6.5).
    return child != null
        ? child
        : parent.children().stream()
            .filter(it -> it.qname().getLocalName().equals(name.getLocalName()))
            .filter(it -> it.qname().getNamespace().equals(name.getNamespace()))
            .findFirst()
            .orElseThrow(() ->
                new InvalidYang("A leafref leads to %s, which %s lacks.".formatted(name, parent)));
  }

  private static int stepsUp(YangLocationPath path) {
    return (int)
        path.getSteps().stream().filter(step -> step.getAxis() == YangXPathAxis.PARENT).count();
  }

  private List<KeyCondition> keys(YangLocationPath path, List<SchemaNode> down) {
    List<KeyCondition> keys = new ArrayList<>();
    int index = 0;
    for (Step step : path.getSteps()) {
      if (step instanceof QNameStep) {
        for (YangExpr predicate : step.getPredicates()) {
          KeyCondition key = key(index, down.get(index), predicate);
          // RFC 7950 has conditions on keys only; yangtools takes others, which are not checked.
          if (down.get(index).keys().contains(key.key())) {
            keys.add(key);
          }
        }
        index++;
      }
    }
    return keys;
  }

  // RFC 7950 allows nothing but [key = current()/../leaf] here, and yangtools checks that. Whether
  // the names in it are there, only this store does.
  private KeyCondition key(int index, SchemaNode list, YangExpr predicate) {
    if (predicate instanceof YangBinaryExpr equation
        && equation.getOperator() == YangBinaryOperator.EQUALS
        && equation.getLeftExpr() instanceof YangQNameExpr key
        && equation.getRightExpr() instanceof YangPathExpr value
        && value.getLocationPath().isPresent()) {
      YangLocationPath path = value.getLocationPath().get();
      int up = stepsUp(path);
      SchemaNode at = up > leaf.depth() ? null : leaf.ancestor(up);
      List<SchemaNode> down = new ArrayList<>();
      for (Step step : path.getSteps()) {
        if (at != null && step instanceof QNameStep named) {
          at = named(at, named.getQName(), leaf.qname().getModule());
          if (at != null) {
            down.add(at);
          }
        }
      }
      SchemaNode known = named(list, key.getQName(), list.qname().getModule());
      if (known != null && at != null && (at.kind() == Kind.LEAF || at.kind() == Kind.LEAF_LIST)) {
        return new KeyCondition(index, known.localName(), up, List.copyOf(down));
      }
    }
    throw new InvalidYang(
        "The leafref %s has a condition that is no [key = current()/../leaf], or that names nothing in the schema: %s"
            .formatted(leaf, ParserMessage.plain(predicate.toString())));
  }

  /**
   * Finds a child by its name in a condition. A grouping names its leafs with the prefix of its own
   * module; where another module uses it, they are of that module.
   *
   * @param module of the child where the name has no prefix, or a prefix of a module that has none
   */
  private static @Nullable SchemaNode named(
      SchemaNode parent, AbstractQName name, QNameModule module) {
    SchemaNode child = name instanceof QName qname ? parent.child(qname) : null;
    return child != null ? child : parent.child(QName.create(module, name.getLocalName()));
  }
}

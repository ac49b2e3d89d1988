package org.reprise.cps.payload;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import javax.xml.transform.dom.DOMSource;
import org.jspecify.annotations.Nullable;
import org.opendaylight.yangtools.yang.common.Decimal64;
import org.opendaylight.yangtools.yang.common.Empty;
import org.opendaylight.yangtools.yang.common.QName;
import org.opendaylight.yangtools.yang.common.Uint64;
import org.opendaylight.yangtools.yang.data.api.YangInstanceIdentifier;
import org.opendaylight.yangtools.yang.data.api.YangInstanceIdentifier.NodeIdentifier;
import org.opendaylight.yangtools.yang.data.api.YangInstanceIdentifier.NodeIdentifierWithPredicates;
import org.opendaylight.yangtools.yang.data.api.YangInstanceIdentifier.NodeWithValue;
import org.opendaylight.yangtools.yang.data.api.schema.stream.NormalizedNodeStreamWriter;
import org.reprise.cps.fault.Excerpt;
import org.reprise.cps.fault.InvalidData;
import org.reprise.cps.fragment.Fragment;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.schema.DataPath;
import org.reprise.cps.schema.SchemaNode;
import org.reprise.cps.schema.YangSchema;
import org.reprise.cps.schema.YangText;

/**
 * Takes what yangtools reads and checks, node by node, and makes fragments of it, without a second
 * tree in between. A list entry that comes twice is refused here: each entry is still apart, where
 * a tree would have merged them.
 */
final class FragmentCollector implements NormalizedNodeStreamWriter {
  private final YangSchema schema;
  private final PayloadNodes nodes;
  private final List<Fragment> fragments = new ArrayList<>();
  private final Set<Xpath> xpaths = new HashSet<>();
  private final Deque<Frame> open = new ArrayDeque<>();

  /** A node that is open; lists, choices and leafs share the fragment that they are in. */
  private record Frame(SchemaNode schema, Fragment fragment) {}

  // Leaf-lists do not nest, hence one set is enough.
  private final Set<Object> leafListValues = new HashSet<>();

  // How many nodes yangtools opens before it comes to the parent's children.
  private int toEnter;

  FragmentCollector(YangSchema schema, DataPath parent, Payload.Format format, PayloadNodes nodes) {
    this.schema = schema;
    this.nodes = nodes;
    // JSON's outermost object is the parent, and so is XML's outermost element: a container, or a
    // list and one entry.
    int elements = parent.schema().kind() == SchemaNode.Kind.LIST ? 2 : 1;
    this.toEnter = format == Payload.Format.XML ? elements : 0;
    open.push(new Frame(parent.schema(), new Fragment(parent.schema(), parent.xpath())));
  }

  List<Fragment> fragments() {
    return fragments;
  }

  /** Leafs that stood beside the fragments, directly in the parent. */
  Fragment parent() {
    return open.getLast().fragment;
  }

  private Frame top() {
    return open.element();
  }

  private SchemaNode child(NodeIdentifier node) {
    SchemaNode child = top().schema.child(node.getNodeType());
    if (child == null) {
      throw new InvalidData("The schema has no place for " + node.getNodeType() + ".");
    }
    return child;
  }

  private boolean entersParent() {
    if (toEnter == 0) {
      return false;
    }
    toEnter--;
    open.push(top());
    return true;
  }

  private void push(SchemaNode node) {
    open.push(new Frame(node, top().fragment));
  }

  private void pushFragment(SchemaNode node, Xpath xpath) {
    nodes.add(xpath);
    if (!xpaths.add(xpath)) {
      throw new InvalidData("%s is there twice.".formatted(xpath));
    }
    Fragment fragment = new Fragment(node, xpath);
    fragments.add(fragment);
    open.push(new Frame(node, fragment));
  }

  @Override
  public void startContainerNode(NodeIdentifier node, int size) {
    if (!entersParent()) {
      SchemaNode container = child(node);
      pushFragment(container, top().fragment.xpath().child(container.name()));
    }
  }

  @Override
  public void startMapNode(NodeIdentifier node, int size) {
    if (!entersParent()) {
      push(child(node));
    }
  }

  @Override
  public void startOrderedMapNode(NodeIdentifier node, int size) {
    startMapNode(node, size);
  }

  @Override
  public void startMapEntryNode(NodeIdentifierWithPredicates entry, int size) {
    if (entersParent()) {
      return;
    }
    SchemaNode list = top().schema;
    QName name = entry.getNodeType();
    List<String> keys = new ArrayList<>(list.keys().size());
    for (String key : list.keys()) {
      Object value = entry.getValue(QName.create(name, key));
      if (value == null) {
        throw new InvalidData("An entry of %s lacks its key %s.".formatted(list, key));
      }
      keys.add(keyText(value(value)));
    }
    pushFragment(list, top().fragment.xpath().entry(list.name(), list.keys(), keys));
  }

  /** A leaf's value, as RFC 7951 has it, as a key in an xpath. */
  static String keyText(Object value) {
    return value instanceof List<?> ? "" : value.toString();
  }

  @Override
  public void startUnkeyedList(NodeIdentifier node, int size) {
    throw new InvalidData(
        "The list %s has no key: its entries cannot be addressed, so it is not stored."
            .formatted(child(node)));
  }

  @Override
  public void startUnkeyedListItem(NodeIdentifier node, int size) {
    throw new IllegalStateException("unkeyed lists are refused as a whole");
  }

  @Override
  public void startChoiceNode(NodeIdentifier node, int size) {
    push(top().schema);
  }

  @Override
  public void startLeafNode(NodeIdentifier node) {
    push(child(node));
  }

  @Override
  public void startLeafSet(NodeIdentifier node, int size) {
    SchemaNode leafList = child(node);
    leafListValues.clear();
    put(top().fragment, leafList, new ArrayList<>());
    push(leafList);
  }

  @Override
  public void startOrderedLeafSet(NodeIdentifier node, int size) {
    startLeafSet(node, size);
  }

  @Override
  public void startLeafSetEntryNode(NodeWithValue<?> entry) {
    push(top().schema);
  }

  @Override
  public void scalarValue(Object value) {
    Frame frame = top();
    SchemaNode leaf = frame.schema;
    if (leaf.kind() == SchemaNode.Kind.LEAF_LIST) {
      addTo(frame.fragment, leaf, value(value));
    } else {
      put(frame.fragment, leaf, value(value));
    }
  }

  // yangtools refuses it within one object, but an array of objects may have it in several.
  private static void put(Fragment fragment, SchemaNode leaf, Object value) {
    if (fragment.leaves().put(leaf.name(), value) != null) {
      throw new InvalidData("%s of %s is there twice.".formatted(leaf.name(), fragment.xpath()));
    }
  }

  @SuppressWarnings("unchecked") // startLeafSet put a list of values there
  private void addTo(Fragment fragment, SchemaNode leafList, Object value) {
    // RFC 7950, section 7.7: values of configuration are unique.
    if (leafList.isConfiguration() && !leafListValues.add(value)) {
      throw new InvalidData(
          "%s of %s has the value '%s' twice."
              .formatted(leafList.name(), fragment.xpath(), Excerpt.of(value.toString(), 200)));
    }
    List<Object> values = (List<Object>) fragment.leaves().get(leafList.name());
    Objects.requireNonNull(values, "a value outside of its leaf-list").add(value);
  }

  @Override
  public boolean startAnydataNode(NodeIdentifier node, Class<?> model) {
    throw opaque(node);
  }

  @Override
  public boolean startAnyxmlNode(NodeIdentifier node, Class<?> model) {
    throw opaque(node);
  }

  private InvalidData opaque(NodeIdentifier node) {
    return new InvalidData("%s is anydata or anyxml, which is not stored.".formatted(child(node)));
  }

  @Override
  public void domSourceValue(DOMSource source) {
    throw new IllegalStateException("anyxml is refused as a whole");
  }

  @Override
  public void endNode() {
    open.pop();
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}

  /** A value as RFC 7951, section 6, writes it; 64-bit numbers and decimals are texts. */
  private Object value(@Nullable Object value) {
    return switch (value) {
      case null -> throw new InvalidData("%s has no value.".formatted(top().schema));
      case String text -> checked(text);
      case Boolean bool -> bool;
      case Long _, Uint64 _, Decimal64 _ -> value.toString();
      case Number number -> compact(number.longValue());
      case Empty empty -> Collections.singletonList(null);
      case byte[] bytes -> Base64.getEncoder().encodeToString(bytes);
      // yangtools has them by position, which is the canonical order (RFC 7950, 9.7.2).
      case Set<?> bits -> String.join(" ", bits.stream().map(String::valueOf).toList());
      case QName identity ->
          schema.moduleName(identity.getModule()) + ":" + identity.getLocalName();
      case YangInstanceIdentifier identifier ->
          throw new InvalidData(
              "%s is an instance-identifier, which is not stored.".formatted(top().schema));
      default -> value.toString();
    };
  }

  private String checked(String text) {
    int at = YangText.firstForbidden(text);
    if (at >= 0) {
      throw new InvalidData(
          "A value of %s holds the character U+%04X (at position %d), which YANG does not allow"
                  .formatted(top().schema, text.codePointAt(at), at + 1)
              + " (RFC 7950, section 9.4).");
    }
    return text;
  }

  private static Object compact(long number) {
    return number == (int) number ? (Object) (int) number : (Object) number;
  }
}

package org.reprise.cps.payload;

import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.function.BiConsumer;
import org.reprise.cps.fault.Excerpt;
import org.reprise.cps.fault.InvalidData;
import org.reprise.cps.schema.JsonKind;
import org.reprise.cps.schema.SchemaNode;
import org.reprise.cps.schema.SchemaNode.Kind;

/**
 * Checks a document against RFC 7951 while yangtools reads it. yangtools itself takes a string for
 * a number, {@code ["v"]} for a leaf and an object for a list, ignores modules that it does not
 * know, reads what is not quite JSON, and refuses plain names that this store gives to the
 * configuration. ONAP CPS's form of JSON allows values of another kind and an object for a list.
 */
final class YangJsonReader extends JsonReader {
  private final boolean asOnap;
  private final BiConsumer<SchemaNode, String> values;
  private final Deque<Frame> objects = new ArrayDeque<>();
  // What the next value is of, and whether that value is an element of its array.
  private SchemaNode at;
  private boolean inArray;
  private final PayloadNodes nodes;

  /** An object that is open: what it is, and whether it is an element of its list's array. */
  private record Frame(SchemaNode node, boolean inArray) {}

  /**
   * @param parent what the outermost object holds children of
   * @param maxDepth how deep objects and arrays may nest
   * @param asOnap whether to take values and single list entries as ONAP CPS does, see {@link
   *     Payload.Format#ONAP_JSON}
   * @param values sees each value before yangtools does
   * @param nodes counts what is read: yangtools has the whole document in memory before it hands
   *     over its first node
   */
  YangJsonReader(
      Reader document,
      SchemaNode parent,
      int maxDepth,
      boolean asOnap,
      BiConsumer<SchemaNode, String> values,
      PayloadNodes nodes) {
    super(document);
    this.values = values;
    this.nodes = nodes;
    this.at = parent;
    this.asOnap = asOnap;
    setStrictness(Strictness.STRICT);
    setNestingLimit(maxDepth);
  }

  @Override
  public void beginObject() throws IOException {
    // yangtools asks for leniency before it begins.
    setStrictness(Strictness.STRICT);
    boolean fits =
        objects.isEmpty()
            || (at.kind() == Kind.LIST ? inArray || asOnap : at.kind() == Kind.CONTAINER);
    count(fits, "an object");
    super.beginObject();
    objects.push(new Frame(at, inArray));
    inArray = false;
  }

  @Override
  public void endObject() throws IOException {
    super.endObject();
    Frame closed = objects.pop();
    at = closed.node;
    inArray = closed.inArray;
  }

  @Override
  public void beginArray() throws IOException {
    boolean multiple = at.kind() == Kind.LIST || at.kind() == Kind.LEAF_LIST;
    boolean several =
        objects.isEmpty() ? asOnap : multiple || (isLeaf() && expects(JsonKind.EMPTY));
    OwnFault.run(() -> require(!inArray && several, "an array"));
    super.beginArray();
    inArray = true;
  }

  @Override
  public void endArray() throws IOException {
    super.endArray();
    inArray = false;
  }

  /** The name with its module, as yangtools resolves it without doubt. */
  @Override
  public String nextName() throws IOException {
    String name = super.nextName();
    return OwnFault.marked(() -> named(name));
  }

  private String named(String name) {
    SchemaNode parent = objects.element().node;
    SchemaNode child = parent.jsonChild(name);
    if (child == null) {
      String reason = parent.noChild(Excerpt.of(name, 200));
      throw new InvalidData(
          "%s%s (at %s)."
              .formatted(
                  reason.substring(0, 1).toUpperCase(Locale.ROOT), reason.substring(1), getPath()));
    }
    if (child.kind() == Kind.OPAQUE) {
      throw new InvalidData("%s is anydata or anyxml, which is not stored.".formatted(child));
    }
    at = child;
    inArray = false;
    return child.qualifiedName();
  }

  @Override
  public String nextString() throws IOException {
    boolean number = peek() == JsonToken.NUMBER;
    count(takes(number ? JsonKind.NUMBER : JsonKind.STRING), number ? "a number" : "a string");
    String value = super.nextString();
    OwnFault.run(() -> values.accept(at, value));
    return value;
  }

  @Override
  public boolean nextBoolean() throws IOException {
    count(takes(JsonKind.BOOLEAN), "true or false");
    return super.nextBoolean();
  }

  private void count(boolean fits, String found) {
    OwnFault.run(() -> {
      require(fits, found);
      nodes.add();
    });
  }

  private void require(boolean fits, String found) {
    if (!fits) {
      throw new InvalidData(
          "%s needs %s instead of %s (at %s; RFC 7951)."
              .formatted(at, expected(), found, getPath()));
    }
  }

  // Whatever its kind, yangtools reads a value's text as the leaf's type, or refuses it.
  private boolean takes(JsonKind kind) {
    return isValue() && (expects(kind) || (asOnap && hasText()));
  }

  private boolean hasText() {
    return expects(JsonKind.STRING) || expects(JsonKind.NUMBER) || expects(JsonKind.BOOLEAN);
  }

  @Override
  public void nextNull() throws IOException {
    count(inArray && isLeaf() && expects(JsonKind.EMPTY), "null");
    super.nextNull();
  }

  private boolean isLeaf() {
    return at.kind() == Kind.LEAF;
  }

  private boolean isValue() {
    return inArray ? at.kind() == Kind.LEAF_LIST : isLeaf();
  }

  private boolean expects(JsonKind kind) {
    return at.type().json().contains(kind);
  }

  private String expected() {
    return switch (at.kind()) {
      case LIST -> inArray ? "an object" : "an array of objects";
      case LEAF_LIST -> inArray ? kinds() : "an array";
      case LEAF -> inArray ? "null" : kinds();
      case ROOT, CONTAINER, OPAQUE -> "an object";
    };
  }

  private String kinds() {
    StringJoiner names = new StringJoiner(" or ");
    at.type().json().stream().sorted().forEach(kind -> names.add(kind.toString()));
    return names.toString();
  }
}

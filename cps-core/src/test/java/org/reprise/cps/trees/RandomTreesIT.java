package org.reprise.cps.trees;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reprise.cps.CpsServer;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.data.DataNodes;
import org.reprise.cps.fault.AlreadyDefined;
import org.reprise.cps.fault.InvalidData;
import org.reprise.cps.fragment.DataNode;
import org.reprise.cps.fragment.DataNodeNotFound;
import org.reprise.cps.fragment.Descendants;
import org.reprise.cps.payload.JsonText;
import org.reprise.cps.payload.Payload;
import org.reprise.cps.payload.XmlDocument;
import org.reprise.cps.schema.YangSchema;
import org.reprise.cps.trees.TreeModel.Outcome;
import org.reprise.cps.trees.TreeModel.Place;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Random trees come back equal, and random operations do what a model in memory does. */
class RandomTreesIT {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int TREES = 200;
  private static final int HISTORIES = 20;
  private static final int OPERATIONS = 40;

  // Set -Dreprise.test.seed=… to repeat a failure.
  private final long seed = Long.getLong("reprise.test.seed", new Random().nextLong());
  private final Random random = new Random(seed);
  private final CpsServer server = CpsServer.shared();
  private final DataNodes data = server.store().dataNodes();
  private String dataspace = "";

  @BeforeEach
  void prepare() {
    dataspace = server.treesDataspace();
  }

  private AnchorRef anchor(String name) {
    server.store().anchors().create(dataspace, "trees", name);
    return new AnchorRef(dataspace, name);
  }

  private Payload payload(ObjectNode document, Kind parent) {
    return random.nextBoolean()
        ? Payload.json(document.toString())
        : Payload.xml(TreeXml.of(document, parent));
  }

  private JsonNode json(AnchorRef anchor) {
    try {
      return JSON.readTree(
          new JsonText(schema(anchor), JsonText.Names.RFC_7951, characters -> {})
              .merged(all(anchor)));
    } catch (DataNodeNotFound e) {
      return JsonNodeFactory.instance.objectNode();
    }
  }

  /** The nodes of a version 2 answer, what others refer to first. */
  private List<String> versionTwo(AnchorRef anchor) {
    return JSON.readTree(
            new JsonText(schema(anchor), JsonText.Names.ONAP, characters -> {}).array(all(anchor)))
        .valueStream()
        .map(JsonNode::toString)
        .sorted(Comparator.comparing(node -> node.startsWith("{\"tr:guide\"")))
        .toList();
  }

  private List<DataNode> all(AnchorRef anchor) {
    return data.read(anchor, "/", Descendants.ALL);
  }

  private YangSchema schema(AnchorRef anchor) {
    return data.schema(anchor);
  }

  @Test
  void randomTreesAreReadAsWritten() {
    int compared = 0;
    for (int i = 0; i < TREES; i++) {
      TreeModel model = new TreeModel();
      ObjectNode document = new RandomTree(random).document(Kind.ROOT);
      Place root = model.any(random);
      if (model.create(root, document) != Outcome.DONE || model.whole().isEmpty()) {
        continue;
      }
      String about = "seed " + seed + ", tree " + i + ": " + document;
      compared++;
      AnchorRef first = anchor("first-" + i);
      data.create(first, "/", payload(document, Kind.ROOT));
      assertThat(json(first)).as(about).isEqualTo(model.whole());

      AnchorRef fromJson = anchor("json-" + i);
      data.create(fromJson, "/", Payload.json(json(first).toString()));
      assertThat(json(fromJson)).as(about).isEqualTo(model.whole());

      AnchorRef fromXml = anchor("xml-" + i);
      data.create(
          fromXml,
          "/",
          Payload.xml(new XmlDocument(schema(first), characters -> {}).of(all(first))));
      assertThat(json(fromXml)).as(about).isEqualTo(model.whole());

      AnchorRef fromVersionTwo = anchor("v2-" + i);
      versionTwo(first).forEach(node -> data.create(fromVersionTwo, "/", Payload.onapJson(node)));
      assertThat(json(fromVersionTwo)).as(about).isEqualTo(model.whole());
    }
    assertThat(compared)
        .as("trees without a dangling reference, seed " + seed)
        .isGreaterThan(TREES / 2);
  }

  @Test
  void operationsGiveTheSameTreeAsTheModel() {
    EnumSet<Outcome> seen = EnumSet.noneOf(Outcome.class);
    for (int history = 0; history < HISTORIES; history++) {
      AnchorRef anchor = anchor("history-" + history);
      TreeModel model = new TreeModel();
      List<String> steps = new ArrayList<>();
      for (int i = 0; i < OPERATIONS; i++) {
        Step step = step(model, anchor);
        steps.add(step.description);
        String about = "seed " + seed + ", history " + history + ": " + String.join("\n", steps);
        assertThat(outcome(step.real)).as(about).isEqualTo(step.expected);
        seen.add(step.expected);
        assertThat(json(anchor)).as(about).isEqualTo(model.whole());
      }
    }
    assertThat(seen).as("seed " + seed).contains(Outcome.DONE, Outcome.NOT_FOUND, Outcome.CONFLICT);
  }

  private record Step(String description, Outcome expected, Runnable real) {}

  private static Outcome outcome(Runnable real) {
    try {
      real.run();
      return Outcome.DONE;
    } catch (DataNodeNotFound e) {
      return Outcome.NOT_FOUND;
    } catch (AlreadyDefined e) {
      return Outcome.CONFLICT;
    } catch (InvalidData e) {
      return Outcome.INVALID;
    }
  }

  private Step step(TreeModel model, AnchorRef anchor) {
    Place place = model.any(random);
    String xpath = place.xpath().isEmpty() ? "/" : place.xpath();
    List<Kind> lists = place.kind().children().stream().filter(Kind::isList).toList();
    int choice = random.nextInt(10);
    if (choice == 0) {
      return new Step("DELETE " + xpath, model.delete(place), () -> data.delete(anchor, xpath));
    }
    if (choice <= 3 && !lists.isEmpty()) {
      return listStep(model, anchor, place, lists.get(random.nextInt(lists.size())));
    }
    if (place.kind().children().isEmpty()) {
      return step(model, anchor);
    }
    ObjectNode document = new RandomTree(random).document(place.kind());
    Payload payload = payload(document, place.kind());
    String about = xpath + " " + payload.text();
    return switch (choice % 3) {
      case 0 ->
          new Step(
              "POST " + about,
              model.create(place, document),
              () -> data.create(anchor, xpath, payload));
      case 1 ->
          new Step(
              "PUT " + about,
              model.replace(place, document),
              () -> data.replace(anchor, xpath, payload));
      default ->
          new Step(
              "PATCH " + about,
              model.update(place, document),
              () -> data.update(anchor, xpath, payload));
    };
  }

  private Step listStep(TreeModel model, AnchorRef anchor, Place parent, Kind list) {
    String xpath = parent.xpath().isEmpty() ? "/" : parent.xpath();
    ObjectNode document = new RandomTree(random).entries(list);
    Payload payload = payload(document, parent.kind());
    String about = xpath + " " + payload.text();
    return switch (random.nextInt(3)) {
      case 0 ->
          new Step(
              "POST list " + about,
              model.create(parent, document),
              () -> data.createListElements(anchor, xpath, payload));
      case 1 ->
          new Step(
              "PUT list " + about,
              model.replaceList(parent, list, document),
              () -> data.replaceListContent(anchor, xpath, payload));
      default -> {
        String all = parent.xpath() + "/" + list.step();
        yield new Step(
            "DELETE list " + all,
            model.deleteList(parent, list),
            () -> data.deleteListElements(anchor, all));
      }
    };
  }
}

package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.data.DataNodes;
import org.reprise.cps.delta.DeltaReport;
import org.reprise.cps.delta.Deltas;
import org.reprise.cps.delta.Grouping;
import org.reprise.cps.fault.InvalidData;
import org.reprise.cps.fragment.Descendants;
import org.reprise.cps.payload.JsonText;
import org.reprise.cps.payload.Payload;

/** Leafrefs hold after every kind of change, from both ends (RFC 7950, section 9.9). */
class ReferencesIT {
  private final CpsServer server = CpsServer.shared();
  private final DataNodes data = server.store().dataNodes();
  private AnchorRef anchor = new AnchorRef("", "");

  @BeforeEach
  void twoTreesAndAGuide() {
    String dataspace = server.treesDataspace();
    server.store().anchors().create(dataspace, "trees", "a");
    anchor = new AnchorRef(dataspace, "a");
    create("/", "{'forest':{'tree':[{'name':'a','number':1},{'name':'b','number':2}]}}");
    create("/", "{'guide':{'about':'a','about-number':1}}");
  }

  private static Payload json(String text) {
    return Payload.json(text.replace('\'', '"'));
  }

  private void create(String parent, String text) {
    data.create(anchor, parent, json(text));
  }

  private void refused(Runnable change, String details) {
    String before = whole();
    assertThatExceptionOfType(InvalidData.class)
        .isThrownBy(change::run)
        .satisfies(thrown -> assertThat(thrown.details()).contains(details));
    assertThat(whole()).isEqualTo(before);
  }

  private String whole() {
    return new JsonText(data.schema(anchor), JsonText.Names.RFC_7951, characters -> {})
        .merged(data.read(anchor, "/", Descendants.ALL));
  }

  @Test
  void refusesLeafrefChangedToMissingTarget() {
    refused(
        () -> data.update(anchor, "/", json("{'guide':{'about':'c'}}")),
        "about of /guide refers to 'c'");
    refused(
        () -> data.replace(anchor, "/", json("{'guide':{'about':'c'}}")),
        "about of /guide refers to 'c'");
    refused(
        () ->
            data.createListElements(
                anchor, "/forest", json("{'tree':[{'name':'c','number':3,'neighbour':'d'}]}")),
        "neighbour of /forest/tree[@name='c' and @number='3'] refers to 'd'");
  }

  @Test
  void refusesToDeleteReferencedNodes() {
    refused(
        () -> data.delete(anchor, "/forest/tree[@name='a' and @number='1']"),
        "about of /guide refers to 'a'");
    refused(() -> data.deleteListElements(anchor, "/forest/tree"), "about of /guide refers to 'a'");
    refused(
        () ->
            data.replaceListContent(anchor, "/forest", json("{'tree':[{'name':'b','number':2}]}")),
        "about of /guide refers to 'a'");
    refused(
        () -> data.replace(anchor, "/", json("{'forest':{'owner':'x'}}")),
        "about of /guide refers to 'a'");
    refused(() -> data.delete(anchor, "/forest"), "about of /guide refers to 'a'");
  }

  @Test
  void deletesReferencesTogetherWithTheirTargets() {
    assertThatCode(() -> data.delete(anchor, "/")).doesNotThrowAnyException();
  }

  @Test
  void followsConditionsInLeafrefPaths() {
    refused(
        () -> data.replace(anchor, "/", json("{'guide':{'about':'a','about-number':2}}")),
        "about-number of /guide refers to '2'");
    refused(
        () -> data.update(anchor, "/", json("{'guide':{'about-number':2}}")),
        "about-number of /guide refers to '2'");
    refused(
        () -> data.update(anchor, "/", json("{'guide':{'about':'b'}}")),
        "about-number of /guide refers to '1'");
    assertThatCode(
            () -> {
              data.update(anchor, "/", json("{'guide':{'about':'b','about-number':2}}"));
              data.update(anchor, "/", json("{'guide':{'about-number':2}}"));
              data.delete(anchor, "/forest/tree[@name='a' and @number='1']");
            })
        .doesNotThrowAnyException();
  }

  // The report names only the leaf that differs: the path of about-number needs about, too.
  @Test
  void appliesADeltaOfALeafWhosePathNeedsAnotherOne() {
    create("/forest", "{'tree':[{'name':'a','number':3}]}");
    AnchorRef target = new AnchorRef(anchor.dataspace(), "target");
    server.store().anchors().create(anchor.dataspace(), "trees", "target");
    data.create(
        target,
        "/",
        json(whole().replace("about-number\":1", "about-number\":3").replace('"', '\'')));

    Deltas deltas = server.store().deltas();
    for (Grouping grouping : Grouping.values()) {
      DeltaReport report = deltas.between(anchor, target, "/", Descendants.ALL, grouping);
      assertThat(report.json()).contains("\"about-number\":1").contains("\"about-number\":3");
      assertThat(report.json()).doesNotContain("\"about\"");

      deltas.apply(anchor, Payload.json(report.json()));

      assertThat(deltas.between(anchor, target, "/", Descendants.ALL, grouping).deltas()).isEmpty();
      data.update(anchor, "/", json("{'guide':{'about-number':1}}"));
    }
    refused(
        () ->
            deltas.apply(
                anchor,
                json(
                    "[{'action':'replace','xpath':'/guide','sourceData':{'guide':{'about-number':1}},"
                        + "'targetData':{'guide':{'about-number':2}}}]")),
        "about-number of /guide refers to '2'");
  }

  @Test
  void acceptsLeafrefToExistingNode() {
    assertThatCode(() ->
            data.createListElements(
                anchor, "/forest", json("{'tree':[{'name':'c','number':3,'neighbour':'a'}]}")))
        .doesNotThrowAnyException();
    assertThat(whole()).contains("\"neighbour\":\"a\"");
  }

  @Test
  void acceptsLeafrefWithoutRequiredInstance() {
    assertThatCode(() ->
            data.update(
                anchor,
                "/forest",
                json("{'tree':[{'name':'a','number':1,'kin':'trees-more:palm'}]}")))
        .doesNotThrowAnyException();
  }
}

package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.fault.InvalidData;
import org.reprise.cps.fragment.Descendants;
import org.reprise.cps.payload.JsonText;
import org.reprise.cps.payload.Payload;
import tools.jackson.databind.json.JsonMapper;

/** A new anchor of {@link ConstraintsModule}, for one test. */
public final class PlantAnchor {
  private static final JsonMapper TREES = JsonMapper.shared();

  private final CpsStore store;
  private final AnchorRef anchor;

  public PlantAnchor(CpsStore store) {
    this.store = store;
    String dataspace = CpsServer.freshName("plants");
    store.dataspaces().create(dataspace);
    store.schemaSets().create(dataspace, "plant", ConstraintsModule.sources());
    store.anchors().create(dataspace, "plant", "a");
    this.anchor = new AnchorRef(dataspace, "a");
  }

  public AnchorRef ref() {
    return anchor;
  }

  public static Payload json(String text) {
    return Payload.json(text.replace('\'', '"'));
  }

  public void create(String parent, String text) {
    store.dataNodes().create(anchor, parent, json(text));
  }

  public void replace(String parent, String text) {
    store.dataNodes().replace(anchor, parent, json(text));
  }

  public void update(String parent, String text) {
    store.dataNodes().update(anchor, parent, json(text));
  }

  public void delete(String xpath) {
    store.dataNodes().delete(anchor, xpath);
  }

  /** Applies a report, in whose xpaths a tilde stands for a quote. */
  public void apply(String report) {
    store.deltas().apply(anchor, Payload.json(report.replace('\'', '"').replace('~', '\'')));
  }

  public void hasExactly(String json) {
    assertThat(TREES.readTree(whole().replace('\'', '"')))
        .isEqualTo(TREES.readTree(json.replace('\'', '"')));
  }

  /** All data as version 3 of the API reads it, which can be sent back as it is. */
  public String whole() {
    JsonText text =
        new JsonText(store.dataNodes().schema(anchor), JsonText.Names.RFC_7951, characters -> {});
    return text.merged(store.dataNodes().read(anchor, "/", Descendants.ALL)).replace('"', '\'');
  }

  public void refused(Runnable change, String details) {
    String before = whole();
    assertThatExceptionOfType(InvalidData.class)
        .isThrownBy(change::run)
        .satisfies(thrown -> assertThat(thrown.details()).contains(details));
    assertThat(whole()).isEqualTo(before);
  }
}

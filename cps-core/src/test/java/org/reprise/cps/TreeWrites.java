package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.reprise.cps.CpsClient.Answer;

/** Writes to an anchor of two trees. */
abstract class TreeWrites {
  static final String TREE = "/forest/tree[@name='a' and @number='1']";
  static final String START =
      "{'trees:forest':{'owner':'crown','tree':[{'name':'a','number':1,'branch':["
          + "{'id':'z','length':3},{'id':'y','length':4}],'trunk':{'height':8}},"
          + "{'name':'b','number':2}]}}";

  final TestAnchor anchor = TestAnchor.ofTrees();

  @BeforeEach
  void store() {
    anchor.stored(START);
  }

  void done(int status, Answer answer) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
    assertThat(answer.body()).isEmpty();
  }

  void holds(String xpath, String expected) {
    Answer read = anchor.get("v3", "xpath", xpath, "descendants", "all");
    assertThat(read.body().replace('"', '\'')).isEqualTo(expected);
  }
}

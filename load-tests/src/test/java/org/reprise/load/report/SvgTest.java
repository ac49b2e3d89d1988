package org.reprise.load.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SvgTest {
  /** Ids and classes hold names of roles and experiments, which are anybody's text. */
  @Test
  void escapesWhateverItIsGiven() {
    var hostile = "a\"><script>&";

    var svg =
        new Svg(hostile, hostile, 9, 9, hostile, hostile)
            .line(hostile, 1, 2, 3, 4)
            .rectangle(hostile, 1, 2, 3, 4)
            .circle(hostile, 1, 2, 3)
            .polyline(hostile, new double[] {1, 2})
            .text(hostile, 1, 2, hostile)
            .end();

    assertThat(svg).doesNotContain("<script", "a\">").contains("a&quot;&gt;&lt;script&gt;&amp;");
  }
}

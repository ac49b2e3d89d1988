package org.reprise.load.ldx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.reprise.load.deploy.Credentials;

/** What the index is told about its data sources. */
class LdxSuiteTest {
  private static final URI TRS = URI.create("http://127.0.0.1:8886");
  private static final URI GC = URI.create("http://127.0.0.1:9000");

  @Test
  void readsGlobalConfigurationsWhereTheirServerIsThere() {
    assertThat(LdxSuite.feeds(Map.of()))
        .containsExactly(Map.entry("rm", TRS), Map.entry("qm", TRS), Map.entry("ccm", TRS));
    assertThat(LdxSuite.feeds(Map.of("GC_PORT", "9000")))
        .containsExactly(
            Map.entry("rm", TRS), Map.entry("qm", TRS), Map.entry("ccm", TRS), Map.entry("gc", GC));
    assertThatThrownBy(() -> LdxSuite.feeds(Map.of("GC_PORT", "soon")))
        .hasMessage("GC_PORT: 1 to 65535, not 'soon'");
  }

  @Test
  void mayLogInAtEachOriginOnce() {
    var others = Set.of(GC, URI.create("http://other"));
    var feeds = LdxSuite.feeds(Map.of("GC_PORT", "9000"));
    assertThat(LdxSuite.environment(feeds, others, new Credentials("reprise", "secret")))
        .containsEntry("REPRISE_LDX_DATASOURCES_0_TRS", "http://127.0.0.1:8886/rm/trs")
        .containsEntry("REPRISE_LDX_DATASOURCES_1_TRS", "http://127.0.0.1:8886/qm/trs")
        .containsEntry("REPRISE_LDX_DATASOURCES_2_TRS", "http://127.0.0.1:8886/ccm/trs")
        .containsEntry("REPRISE_LDX_DATASOURCES_3_TRS", "http://127.0.0.1:9000/gc/trs")
        .containsEntry("REPRISE_LDX_FETCH_CREDENTIALS_0_ORIGIN", TRS.toString())
        .containsEntry("REPRISE_LDX_FETCH_CREDENTIALS_1_ORIGIN", GC.toString())
        .containsEntry("REPRISE_LDX_FETCH_CREDENTIALS_2_ORIGIN", "http://other")
        .containsEntry("REPRISE_LDX_FETCH_CREDENTIALS_2_USERNAME", "reprise")
        .doesNotContainKey("REPRISE_LDX_FETCH_CREDENTIALS_3_ORIGIN");
  }
}

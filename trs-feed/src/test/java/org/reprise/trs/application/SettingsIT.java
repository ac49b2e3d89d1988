package org.reprise.trs.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.reprise.oslcclient.Documents;
import org.reprise.trs.TrsServer;

/** Which settings a service starts with, and what it serves then. */
class SettingsIT {
  private static final TrsServer SERVER = TrsServer.shared();

  @Test
  void feedsHaveSegmentsAndPagesOfAThousandByDefault() {
    assertThat(
            SERVER.count(
                "select count(*) from feed where segment_size = 1000 and page_size = 1000"))
        .isEqualTo(3);
  }

  @Test
  void servesConfiguredApplicationsOnly() {
    TrsServer qm = TrsServer.qm();
    assertThat(qm.client().get("/qm/trs").status()).isEqualTo(200);
    Documents.error(qm.client().get("/ccm/trs"), 404);
    Documents.error(qm.client().send("POST", "/jts/authenticate", new byte[0]), 404);
    assertThat(qm.count("select count(*) from application")).isEqualTo(1);
  }

  @Test
  void refusesToStartWithAnotherBaseUri() {
    assertThatThrownBy(() ->
            TrsServer.start(SERVER.database(), "--reprise.trs.base-uri=http://elsewhere:1").close())
        .hasStackTraceContaining("reprise.trs.base-uri")
        .hasStackTraceContaining(SERVER.baseUri());
  }
}

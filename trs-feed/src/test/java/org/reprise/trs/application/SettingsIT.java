package org.reprise.trs.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.localstack.testing.TestDatabase;
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
    try (TrsServer qm = TrsServer.start("--reprise.trs.applications=qm")) {
      assertThat(qm.client().get("/qm/trs").status()).isEqualTo(200);
      Documents.error(qm.client().get("/ccm/trs"), 404);
      Documents.error(qm.client().send("POST", "/jts/authenticate", new byte[0]), 404);
      assertThat(qm.count("select count(*) from application")).isEqualTo(1);
    }
  }

  @Test
  void refusesToStartWithAnotherBaseUri() {
    assertThatThrownBy(() ->
            TrsServer.start(SERVER.database(), "--reprise.trs.base-uri=http://elsewhere:1").close())
        .satisfies(thrown ->
            assertThat(messages(thrown)).contains("reprise.trs.base-uri", SERVER.baseUri()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--reprise.trs.applications=",
        "--reprise.trs.applications=gc",
        "--reprise.trs.base-uri=somewhere",
        "--reprise.trs.base-uri=http://host/path",
        "--reprise.trs.base-uri=",
        "--reprise.trs.projects=0",
        "--reprise.trs.feed.segment-size=0",
        "--reprise.trs.feed.publish-interval=0s",
        "--reprise.trs.feed.publish-interval=20s",
        "--reprise.trs.feed.delete-after=100000d",
        "--reprise.trs.feed.fold-after=-1s",
        "--reprise.trs.authentication.base-uri=elsewhere",
        "--reprise.trs.global-configurations.base-uri=http://host/gc",
        "--reprise.trs.global-configurations.base-uri=http://host:70000",
        "--reprise.trs.global-configurations.base-uri=http://user:secret@host",
        "--reprise.trs.global-configurations.timeout=0s",
        "--reprise.trs.global-configurations.connect-timeout=20s",
        "--reprise.trs.global-configurations.at-once=0",
        "--reprise.trs.global-configurations.max-document=0B",
        "--reprise.trs.global-configurations.open-duration=0s",
      })
  void invalidSettingStopsStartUpAndIsNamed(String setting) {
    String name = setting.substring(2, setting.indexOf('='));
    assertThatThrownBy(() -> TrsServer.start(TestDatabase.freshDatabase(), setting).close())
        .satisfies(thrown -> assertThat(messages(thrown)).contains(name));
  }

  private static String messages(Throwable thrown) {
    StringBuilder all = new StringBuilder();
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      all.append(cause.getMessage()).append('\n');
    }
    return all.toString();
  }
}

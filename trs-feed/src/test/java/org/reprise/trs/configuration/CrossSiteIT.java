package org.reprise.trs.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.oslcclient.OslcClient;
import org.reprise.trs.TrsServer;

/** What a browser sends with its user's credentials for a page of another site. */
class CrossSiteIT {
  private static final TrsServer SERVER = TrsServer.shared();
  private static final OslcClient CLIENT = SERVER.client();

  private static OslcClient.Answer post(String path, String... headers) {
    return CLIENT.send("POST", path, new byte[0], headers);
  }

  @ParameterizedTest
  @CsvSource({
    "Sec-Fetch-Site, cross-site",
    "Sec-Fetch-Site, same-site",
    "Origin, http://elsewhere.test",
    "Origin, null"
  })
  void refusesBaselinesAndStreamsOfAnotherSite(String header, String value) {
    String baselines = "/qm/configuration/2/baselines";
    OslcClient.Answer baseline = post(baselines, "Sec-Fetch-Site", "same-origin");
    assertThat(baseline.status()).as(baseline.toString()).isEqualTo(201);
    String streams = baseline.location() + "/streams";
    for (String path : List.of(baselines, streams)) {
      String before = CLIENT.get(path).body();
      OslcClient.Answer refused = post(path, "Content-Type", "text/plain", header, value);
      assertThat(refused.status()).as(refused.toString()).isEqualTo(403);
      assertThat(refused.body()).contains("page of another site");
      assertThat(CLIENT.get(path).body()).as("nothing was made").isEqualTo(before);
    }
  }
}

package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a browser sends with its user's credentials for a page of another site. */
class CrossSiteIT {
  private static final CpsServer SERVER = CpsServer.shared();

  private static CpsClient.Answer create(String dataspace, String... headers) {
    return SERVER
        .client()
        .send(
            "POST",
            "/cps/api/v2/dataspaces?dataspace-name=" + dataspace,
            BodyPublishers.noBody(),
            headers);
  }

  @ParameterizedTest
  @CsvSource({
    "Sec-Fetch-Site, cross-site",
    "Sec-Fetch-Site, same-site",
    "Origin, http://elsewhere.test",
    "Origin, null"
  })
  void refusesPostOfAnotherSite(String header, String value) {
    String dataspace = CpsServer.freshName("foreign");
    CpsClient.Answer refused = create(dataspace, "Content-Type", "text/plain", header, value);
    assertThat(refused.status()).as(refused.toString()).isEqualTo(403);
    assertThat(refused.body()).contains("page of another site");
    assertThat(SERVER.client().get("/cps/api/v2/admin/dataspaces").body())
        .doesNotContain(dataspace);
  }

  @Test
  void takesPostOfItsOwnPages() {
    String dataspace = CpsServer.freshName("own");
    assertThat(create(dataspace, "Sec-Fetch-Site", "same-origin").status()).isEqualTo(201);
  }
}

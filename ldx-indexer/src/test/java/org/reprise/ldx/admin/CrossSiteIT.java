package org.reprise.ldx.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.ldx.LdxClient;
import org.reprise.ldx.LdxServer;

/** What a browser sends with its user's credentials for a page of another site. */
class CrossSiteIT {
  private static final String FORM = "application/x-www-form-urlencoded";

  private final LdxClient client = LdxServer.shared().client();

  @ParameterizedTest
  @CsvSource({
    "Sec-Fetch-Site, cross-site",
    "Sec-Fetch-Site, same-site",
    "Origin, http://elsewhere.test",
    "Origin, null"
  })
  void refusesFormsAndRequestsOfAnotherSite(String header, String value) {
    for (String path : List.of("/ldx/web/admin/data-sources", "/ldx/data-sources")) {
      LdxClient.Answer refused =
          client.with(header, value).post(path, FORM, "name=a&trs=http://forged.test/trs");
      assertThat(refused.status()).as(refused.toString()).isEqualTo(403);
      assertThat(refused.body()).contains("page of another site");
    }
    assertThat(client.get("/ldx/data-sources").body()).doesNotContain("http://forged.test/trs");
  }
}

package org.reprise.lists;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a browser sends with its user's credentials for a page of another site. */
class CrossSiteIT {
  private static final String LIST = "/lists/9b4e9f4c-6a2f-4c3a-8f8e-3d6b2a1c0d5e/refresh";

  private final ListsClient client = ListsServer.shared().client();

  @ParameterizedTest
  @CsvSource({
    "Sec-Fetch-Site, cross-site",
    "Sec-Fetch-Site, same-site",
    "Origin, http://elsewhere.test",
    "Origin, null"
  })
  void refusesPostOfAnotherSite(String header, String value) {
    ListsClient.Answer refused = client.with(header, value).post(LIST);
    assertThat(refused.status()).as(refused.toString()).isEqualTo(403);
    assertThat(refused.body()).contains("page of another site");
    assertThat(client.post(LIST).status()).as("a client that is no browser").isEqualTo(404);
    assertThat(client.with("Sec-Fetch-Site", "same-origin").post(LIST).status()).isEqualTo(404);
  }
}

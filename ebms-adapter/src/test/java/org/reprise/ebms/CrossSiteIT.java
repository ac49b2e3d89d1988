package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a browser sends with its user's credentials for a page of another site. */
class CrossSiteIT {
  private static final EbmsServer SERVER = EbmsServer.shared();
  private static final String RESEND = "/api/v1/messages/of-nobody/resend";

  private static EbmsClient.Answer resend(String... headers) {
    return SERVER.client().send("POST", RESEND, BodyPublishers.noBody(), headers);
  }

  @ParameterizedTest
  @CsvSource({
    "Sec-Fetch-Site, cross-site",
    "Sec-Fetch-Site, same-site",
    "Origin, http://elsewhere.test",
    "Origin, null"
  })
  void refusesManagementOfAnotherSite(String header, String value) {
    EbmsClient.Answer refused = resend("Content-Type", "text/plain", header, value);
    assertThat(refused.status()).as(refused.toString()).isEqualTo(403);
    assertThat(refused.header("Content-Type")).startsWith("application/problem+json");
    assertThat(refused.body()).contains("page of another site");
    assertThat(resend().status()).as("a client that is no browser").isEqualTo(404);
    assertThat(resend("Sec-Fetch-Site", "same-origin").status()).isEqualTo(404);
  }

  /** No credentials are asked for there: a browser has none to lend. */
  @Test
  void takesMessagesOfPartnersWhateverTheirClientAdds() {
    byte[] document = "<a/>".getBytes(StandardCharsets.UTF_8);
    int plain = SERVER.client().message("text/xml", document).status();
    assertThat(
            SERVER.client().message("text/xml", document, "Origin", "http://partner.test").status())
        .isEqualTo(plain)
        .isNotEqualTo(403);
  }
}

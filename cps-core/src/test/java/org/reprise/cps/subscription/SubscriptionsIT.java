package org.reprise.cps.subscription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reprise.cps.CpsClient.query;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.cps.CpsClient;
import org.reprise.cps.CpsClient.Answer;
import org.reprise.cps.CpsServer;

/** Subscriptions as ONAP's clients make, list and end them. */
class SubscriptionsIT {
  private static final String PATH = "/cps/api/v2/notification-subscription";

  private final CpsClient client = CpsServer.shared().client();
  private final String dataspace = CpsServer.freshName("subscribed");
  private final String xpath = "/dataspaces/dataspace[@name='%s']".formatted(dataspace);

  private Answer subscribe(String query, String json) {
    return client.json("POST", PATH + query, json.replace('\'', '"'));
  }

  @Test
  void storesListsAndDeletesSubscriptions() {
    Answer created = subscribe("", "{'dataspace':[{'name':'%s'}]}".formatted(dataspace));
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    assertThat(created.body()).isEmpty();

    Answer all = client.get(PATH);
    assertThat(all.status()).isEqualTo(200);
    assertThat(
            all.json()
                .get(0)
                .get("cps-notification-subscriptions:dataspaces")
                .get("dataspace")
                .findValuesAsString("name"))
        .contains(dataspace);

    assertThat(subscribe(query("xpath", xpath), "{'anchors':{'anchor':[{'name':'a'}]}}").status())
        .isEqualTo(201);
    Answer one = client.get(PATH + query("xpath", xpath));
    assertThat(one.body())
        .isEqualTo(
            "[{'cps-notification-subscriptions:dataspace':{'name':'%s','anchors':{'anchor':[{'name':'a'}]}}}]"
                .replace('\'', '"')
                .formatted(dataspace));

    assertThat(subscribe("", "{'dataspace':[{'name':'%s'}]}".formatted(dataspace)).status())
        .isEqualTo(409);

    Answer deleted = client.delete(PATH + query("xpath", xpath));
    assertThat(deleted.status()).as(deleted.toString()).isEqualTo(204);
    Answer gone = client.get(PATH + query("xpath", xpath));
    assertThat(gone.status()).isEqualTo(404);
    assertThat(gone.json().get("status").asString()).isEqualTo("404 NOT_FOUND");
  }

  @Test
  void subscribesAfterAnchorOfSubscriptionsWasDeleted() {
    String topmost = "{'dataspace':[{'name':'%s'}]}".formatted(dataspace);
    assertThat(subscribe("", topmost).status()).isEqualTo(201);
    Answer deleted =
        client.delete("/cps/api/v2/dataspaces/CPS-Admin/anchors/cps-notification-subscriptions");
    assertThat(deleted.status()).as(deleted.toString()).isEqualTo(204);

    assertThat(subscribe("", topmost).status()).isEqualTo(201);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          GET    | ?xpath=/dataspaces/dataspace%5B@name='unknown'%5D | 404
          GET    | ?xpath=/no-such-container                         | 404
          GET    | ?xpath=/dataspaces%5B                             | 400
          GET    | ?path=/dataspaces                                 | 400
          DELETE | ?xpath=/dataspaces/dataspace%5B@name='unknown'%5D | 400
          """)
  void refusesWhatNamesNoSubscription(String method, String query, int status) {
    assertThat(client.json(method, PATH + query, "").status()).isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          {'dataspace':[{'unknown':'x'}]} | /dataspaces
          {'dataspace':[{'name':          | /dataspaces
          {'dataspace':[{}]}              | /dataspaces
          {'anchor':[{'name':'a'}]}       | /dataspaces/dataspace[@name='unknown']/anchors
          """)
  void refusesInvalidSubscriptions(String json, String parent) {
    Answer answer = subscribe(query("xpath", parent), json);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
    assertThat(answer.json().get("details").asString()).isNotBlank();
  }

  @Test
  void refusesXml() {
    assertThat(client.xml("POST", PATH, "<dataspace/>").status()).isEqualTo(415);
  }
}

package org.reprise.lists.circulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.lists.ListsClient;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsServer;

/** What FOLIO's desks read and nobody has here, by the names that their pages look for. */
class EmptyCollectionsIT {
  private static final String ID = "6f3c1a52-8a7e-4f0c-9f57-6a4f0f0a1b2c";

  private final ListsClient client = ListsServer.shared().client();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/configurations/entries?query=(module==CHECKOUT%20and%20configName==other) | configs",
        "/accounts?query=userId==" + ID + "&limit=10000 | accounts",
        "/proxiesfor?query=(proxyUserId==" + ID + ") | proxiesFor",
        "/accounts?query=(userId==1+and+itemId==2)+AND+(status.name==%22Open%22+OR+a%3C%3Eb)"
            + " | accounts",
        "/proxiesfor?query=query=(userId==" + ID + ")&limit=80 | proxiesFor",
        "/note-links/domain/users/type/user/id/" + ID + "?status=ASSIGNED | notes",
        "/lost-item-fees-policies?query=id==" + ID + " | lostItemFeePolicies",
        "/staff-slips-storage/staff-slips?limit=2147483647 | staffSlips",
      })
  void answersAnEmptyCollection(String path, String member) {
    Answer answer = client.get(path);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    assertThat(answer.json().propertyNames()).containsExactlyInAnyOrder(member, "totalRecords");
    assertThat(answer.json().get(member).isArray()).isTrue();
    assertThat(answer.json().get(member)).isEmpty();
    assertThat(answer.json().get("totalRecords").asInt()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/accounts?limit=many",
        "/accounts?limit=-1",
        "/proxiesfor?limit=2147483648",
        "/configurations/entries?offset=-1",
        "/accounts?totalRecords=some",
        "/note-links/domain/users/type/user/id/nobody",
        "/note-links/domain/users/type/user/id/" + ID + "?limit=-1",
      })
  void refusesMalformedRequests(String path) {
    Answer answer = client.get(path);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
    assertThat(answer.code()).isEqualTo("search-invalid.request");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/accounts?query=userId==",
        "/configurations/entries?query=(module==CHECKOUT",
        "/note-links/domain/users/type/user/id/" + ID + "?query=and",
      })
  void refusesInvalidQueriesWithTheirPlace(String path) {
    Answer answer = client.get(path);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
    assertThat(answer.code()).isEqualTo("search-cql.query.invalid");
    assertThat(answer.json().get("message").asString()).contains("at character");
  }
}

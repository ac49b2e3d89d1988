package org.reprise.lists.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.LocalDate;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.lists.ListsClient;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsServer;
import org.reprise.lists.MadeLists;
import org.reprise.lists.SampleItems;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A query of dates has the same result in both modes of a refresh, and asked by itself. */
class DatesIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final ListsServer SERVER = ListsServer.start("--reprise.lists.refresh.poll=100ms");
  // One item each.
  private static final String CREATED =
      """
      '0002-06-01 00:00:00+00 BC', '0001-06-01 00:00:00+00 BC', '0001-06-01 00:00:00+00',
      '2024-02-29 12:00:00+00', '9999-12-31 23:59:59.999999+00', '10000-01-01 00:00:00+00'\
      """;

  private final ListsClient client = SERVER.client().as(UUID.randomUUID());

  @BeforeAll
  static void fill() {
    SampleItems.add(SERVER.database(), ListsServer.TENANT, 6);
    SERVER.execute(
        """
        update item i set created_date = (array[%s]::timestamptz[])[n.place]
        from (select id, row_number() over () as place from item) n
        where n.id = i.id\
        """
            .formatted(CREATED));
  }

  @AfterAll
  static void close() {
    SERVER.close();
  }

  @ParameterizedTest
  @CsvSource({
    "$lte, 9999-12-31, 5",
    "$gt, 9999-12-31, 1",
    "$eq, 9999-12-31, 1",
    "$ne, 9999-12-31, 5",
    "$lt, 0000-01-01, 1",
    "$gte, 0000-01-01, 5",
    "$lte, 0000-12-31, 2",
    "$lt, 0001-01-01, 2",
    "$gt, 9999-12-31T23:59:59.999999-18:00, 0",
    "$gte, 9999-12-31T14:00:00-10:00, 1",
    "$lt, 0000-01-01T00:00:00+18:00, 1",
  })
  void comparesExtremeYears(String operator, String date, int found) {
    assertFinds(found, "{\"item_created_date\": {\"%s\": \"%s\"}}".formatted(operator, date));
  }

  @Test
  void comparesListsOfDays() {
    String days =
        LocalDate.of(2024, 1, 1)
            .datesUntil(LocalDate.of(2024, 1, 1).plusDays(198))
            .map(day -> "\"" + day + "\"")
            .collect(Collectors.joining(", ", "[", ", \"9999-12-31T23:59:59.999999Z\"]"));
    assertFinds(2, "{\"item_created_date\": {\"$in\": " + days + "}}");
    assertFinds(4, "{\"item_created_date\": {\"$nin\": " + days + "}}");
  }

  private void assertFinds(int found, String fql) {
    String list = new MadeLists(client).make("Dates", fql);
    assertThat(refreshed(list, "FAST")).as("fast").isEqualTo(found);
    assertThat(refreshed(list, "COMPAT")).as("compat").isEqualTo(found);
    assertThat(queried(fql)).as("by itself").isEqualTo(found);
  }

  private int refreshed(String list, String mode) {
    Answer begun = client.post(list + "/refresh?mode=" + mode);
    assertThat(begun.status()).as(begun.toString()).isEqualTo(200);
    await().atMost(LIMIT).until(() -> !client.get(list).json().has("inProgressRefresh"));
    JsonNode done = client.get(list).json();
    assertThat(done.at("/successRefresh/id")).as(done.toString()).isEqualTo(begun.json().get("id"));
    return done.at("/successRefresh/recordsCount").asInt();
  }

  private int queried(String fql) {
    String body =
        JsonMapper.shared()
            .createObjectNode()
            .put("entityTypeId", SampleItems.ENTITY_TYPE)
            .put("fqlQuery", fql)
            .toString();
    Answer begun = client.json("POST", "/query", body);
    assertThat(begun.status()).as(begun.toString()).isEqualTo(201);
    String path = "/query/" + begun.json().get("queryId").asString();
    JsonNode query =
        await()
            .atMost(LIMIT)
            .until(
                () -> client.get(path).json(),
                answer -> !answer.get("status").asString().equals("IN_PROGRESS"));
    assertThat(query.get("status").asString()).as(query.toString()).isEqualTo("SUCCESS");
    return query.get("totalRecords").asInt();
  }
}

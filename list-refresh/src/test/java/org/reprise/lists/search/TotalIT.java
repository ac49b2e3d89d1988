package org.reprise.lists.search;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsServer;
import org.reprise.lists.MadeLists;
import org.reprise.lists.SampleItems;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Totals: exact for few rows, estimated for many. */
class TotalIT {
  private static final int ITEMS = 20_000;
  private static final ListsServer SERVER = ListsServer.start();

  @BeforeAll
  static void fill() {
    SampleItems.add(SERVER.database(), ListsServer.TENANT, ITEMS);
    SERVER.execute("update item set barcode = null; analyze");
  }

  @AfterAll
  static void end() {
    SERVER.close();
  }

  private static Answer items(String parameters) {
    return SERVER.client().get("/inventory/items?" + parameters);
  }

  private static int total(String parameters) {
    Answer answer = items(parameters);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    return answer.json().get("totalRecords").asInt();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "&totalRecords=auto", "&totalRecords=estimated"})
  void manyRowsAreEstimatedByThePlanner(String mode) {
    assertThat(total("query=cql.allRecords=1&limit=1" + mode))
        .isBetween(ITEMS * 9 / 10, ITEMS * 11 / 10);
  }

  @Test
  void answersExactTotalOnRequest() {
    assertThat(total("query=cql.allRecords=1&limit=1&totalRecords=exact")).isEqualTo(ITEMS);
    assertThat(items("limit=1&totalRecords=none").json().has("totalRecords")).isFalse();
    Answer unknown = items("totalRecords=rough");
    assertThat(unknown.status()).isEqualTo(400);
    assertThat(unknown.code()).isEqualTo("search-invalid.request");
  }

  @Test
  void countsFewRows() {
    SERVER.execute(
        "update item set barcode = 'few' || hrid where id in (select id from item limit 1000)");
    assertThat(total("query=barcode==few*&limit=1")).isEqualTo(1000);
  }

  @Test
  void anyLimitIsTakenWhereFewRowsAreFound() {
    SERVER.execute(
        "update item set barcode = 'any' || hrid where id in (select id from item limit 500)");
    Answer few = items("query=barcode==any*&limit=2147483647");
    assertThat(few.status()).as(few.toString()).isEqualTo(200);
    assertThat(few.json().get("items")).hasSize(500);
    Answer all = items("limit=2147483647");
    assertThat(all.status()).isEqualTo(400);
    assertThat(all.json().get("message").asString()).contains("at most 10,000 where more rows");
    assertThat(items("limit=10000").json().get("items")).hasSize(10_000);
  }

  @Test
  void totalAndPageDoNotReadEveryRow() {
    List<String> statements = statementsOf(() -> total("query=cql.allRecords=1&limit=1"));
    assertThat(statements).hasSize(2);
    for (String statement : statements) {
      String plan =
          MadeLists.texts(SERVER.database(), "explain (analyze, format json) " + statement)
              .getFirst();
      assertThat(rowsRead(JsonMapper.shared().readTree(plan).at("/0/Plan")))
          .as(plan)
          .isBetween(1.0, ITEMS / 2.0);
    }
  }

  // The statements that read items, with the values of a search for the first one.
  private static List<String> statementsOf(Runnable request) {
    Logger logger = (Logger) LoggerFactory.getLogger(JdbcTemplate.class);
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    logger.addAppender(log);
    logger.setLevel(Level.DEBUG);
    logger.setAdditive(false);
    try {
      request.run();
    } finally {
      logger.setLevel(null);
      logger.setAdditive(true);
      logger.detachAppender(log);
    }
    return log.list.stream()
        .map(ILoggingEvent::getFormattedMessage)
        .filter(message -> message.contains("item i") && !message.contains("explain"))
        .map(message -> message.substring(message.indexOf('[') + 1, message.lastIndexOf(']')))
        .map(sql -> sql.replace("tenant = ?", "tenant = 1").replace("offset ?", "offset 0"))
        .map(sql -> sql.replace("limit ?", "limit 1"))
        .toList();
  }

  private static double rowsRead(JsonNode plan) {
    double rows =
        plan.path("Node Type").asString().contains("Scan")
            ? plan.path("Actual Rows").asDouble() * plan.path("Actual Loops").asDouble()
                + plan.path("Rows Removed by Filter").asDouble(0)
            : 0;
    for (JsonNode inner : plan.path("Plans")) {
      rows += rowsRead(inner);
    }
    return rows;
  }
}

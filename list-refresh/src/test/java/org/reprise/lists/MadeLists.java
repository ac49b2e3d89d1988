package org.reprise.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.localstack.postgres.Database;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Lists that a client makes and refreshes over HTTP. */
public final class MadeLists {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Duration LIMIT = Duration.ofMinutes(30);

  private final ListsClient client;

  /** Makes lists by a client. */
  public MadeLists(ListsClient client) {
    this.client = client;
  }

  /** Makes a list; returns its path. */
  public String make(String name, String fql, String... fields) {
    return make(name, fql, false, fields);
  }

  /** Makes a list that may be private; returns its path. */
  public String make(String name, String fql, boolean isPrivate, String... fields) {
    ObjectNode body = JSON.createObjectNode();
    body.put("name", name).put("entityTypeId", SampleItems.ENTITY_TYPE).put("fqlQuery", fql);
    body.put("isActive", true).put("isPrivate", isPrivate);
    body.set("fields", JSON.valueToTree(List.of(fields)));
    Answer made = client.json("POST", "/lists", body.toString());
    assertThat(made.status()).as(made.toString()).isEqualTo(201);
    return "/lists/" + made.json().get("id").asString();
  }

  /** Refreshes a list and waits for the end. */
  public void refresh(String path) {
    Answer begun = client.post(path + "/refresh");
    assertThat(begun.status()).as(begun.toString()).isEqualTo(200);
    await().atMost(LIMIT).until(() -> !client.get(path).json().has("inProgressRefresh"));
    JsonNode list = client.get(path).json();
    assertThat(list.at("/successRefresh/id")).as(list.toString()).isEqualTo(begun.json().get("id"));
  }

  /** The texts that a query of one column has. */
  public static List<String> texts(Database database, String sql) {
    List<String> texts = new ArrayList<>();
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
    return texts;
  }
}

package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reprise.cps.CpsClient.anchor;
import static org.reprise.cps.CpsClient.query;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reprise.cps.CpsClient.Answer;

/** Schema sets that were stored when limits were wider: they cannot be parsed any more. */
class OlderSchemaSetsIT {
  private final CpsServer server = CpsServer.shared();
  private final CpsClient client = server.client();
  private final String dataspace = server.treesDataspace();
  private final String path = "/cps/api/v2/dataspaces/" + dataspace;

  /** A module whose groupings double its size thirty times. */
  private static String doubling() {
    StringBuilder module =
        new StringBuilder(
            """
            module large { namespace "urn:large"; prefix l;
            revision 2025-02-02; revision 2026-01-01;
            grouping g0 { leaf a { type string; } }
            """);
    for (int i = 1; i <= 30; i++) {
      module.append(
          "grouping g%1$d { container a { uses g%2$d; } container b { uses g%2$d; } }\n"
              .formatted(i, i - 1));
    }
    return module.append("container forest { uses g30; } }").toString();
  }

  @BeforeEach
  void store() throws SQLException {
    sql(
        """
        insert into yang_sources (digest, file_names, texts, modules) values (?, ?, ?, ?::jsonb)
        on conflict do nothing\
        """,
        "stored when limits were wider",
        new String[] {"large.yang"},
        new String[] {doubling()},
        "[{\"name\":\"large\",\"revision\":\"2026-01-01\",\"namespace\":\"urn:large\"}]");
    sql(
        "insert into schema_set (dataspace_id, name, digest)"
            + " select id, 'large', 'stored when limits were wider' from dataspace where name = ?",
        dataspace);
    server.store().anchors().create(dataspace, "large", "unreadable");
    server.store().anchors().create(dataspace, "trees", "a");
    client.json("POST", anchor("v2", dataspace, "a") + "/nodes", "{\"forest\":{\"owner\":\"o\"}}");
  }

  private void sql(String text, Object... parameters) throws SQLException {
    try (Connection connection = server.database().connect();
        PreparedStatement statement = connection.prepareStatement(text)) {
      for (int i = 0; i < parameters.length; i++) {
        if (parameters[i] instanceof String[] texts) {
          statement.setArray(i + 1, connection.createArrayOf("text", texts));
        } else {
          statement.setObject(i + 1, parameters[i]);
        }
      }
      statement.executeUpdate();
    }
  }

  @Test
  void areListedWithTheirModules() {
    String large =
        "'name':'large','moduleReferences':"
            + "[{'name':'large','revision':'2026-01-01','namespace':'urn:large'}]";
    Answer listed = client.get(path + "/schema-sets");

    assertThat(listed.status()).as(listed.toString()).isEqualTo(200);
    assertThat(listed.body().replace('"', '\''))
        .contains(large, "'name':'trees','moduleReferences':[{'name':'trees'");
    assertThat(client.get(path + "/schema-sets/large").body().replace('"', '\'')).contains(large);
  }

  @Test
  void areLeftOutOfAQueryOfAllAnchors() {
    Answer found = client.get(path + "/nodes/query" + query("cps-path", "/forest"));

    assertThat(found.status()).as(found.toString()).isEqualTo(200);
    assertThat(found.json()).hasSize(1);
    assertThat(found.json().get(0).get("anchorName").asString()).isEqualTo("a");
  }

  @Test
  void areNamedWhereOneIsReadItself() {
    Answer refused = client.get(anchor("v2", dataspace, "unreadable") + "/node");
    assertThat(refused.status()).as(refused.toString()).isEqualTo(400);
    assertThat(client.delete(path + "/anchors/unreadable").status()).isEqualTo(204);
    assertThat(client.delete(path + "/schema-sets/large").status()).isEqualTo(204);
  }
}

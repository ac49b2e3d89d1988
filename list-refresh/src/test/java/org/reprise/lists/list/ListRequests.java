package org.reprise.lists.list;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.reprise.lists.ListsClient;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsServer;
import tools.jackson.databind.JsonNode;

/** Lists as tests ask the shared server for them. */
record ListRequests(ListsClient client) {
  static final String ITEM = "0cb79a4c-f7eb-4941-a104-745224ae0292";

  /** The body of a request for a list. */
  static String list(String name, String... more) {
    return "{\"name\": \"%s\", \"entityTypeId\": \"%s\", \"isActive\": true, \"isPrivate\": false%s}"
        .formatted(name, ITEM, more.length == 0 ? "" : ", " + String.join(", ", more));
  }

  /** Makes a list. */
  JsonNode create(String body) {
    Answer answer = client.json("POST", "/lists", body);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(201);
    return answer.json();
  }

  /** Makes a list; returns its id. */
  String created(String body) {
    return create(body).get("id").asString();
  }

  /** Requires a refusal with a code. */
  static void assertRefused(Answer answer, int status, String code) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
    assertThat(answer.code()).as(answer.toString()).isEqualTo(code);
  }

  /** Adds a refresh of a list, past the service. */
  static UUID refresh(String list, String status, String rest) {
    UUID id = UUID.randomUUID();
    ListsServer.shared()
        .execute(
            """
            insert into list_refresh (tenant, id, list_id, list_version, mode, status,
              refresh_start_date, refresh_end_date, owner, heartbeat,
              records_count, content_version, error_code, error_message)
            select tenant, '%s', id, version, 'FAST', '%s', now(), now(), id, now(), %s
            from record_list where id = '%s'\
            """
                .formatted(id, status, rest, list));
    return id;
  }
}

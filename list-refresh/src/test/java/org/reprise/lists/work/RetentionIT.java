package org.reprise.lists.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;
import org.reprise.lists.ListsServer;
import org.reprise.lists.MadeLists;
import org.reprise.lists.SampleItems;
import tools.jackson.databind.node.ObjectNode;

class RetentionIT {
  private static final String OLD =
      """
      update list_version v set updated_date = now() - interval '9 days'
      where v.version = 1 or exists (select from record_list l where l.id = v.list_id and l.name = 'Renamed');
      update list_refresh set refresh_end_date = now() - interval '9 days';
      update record_list set updated_date = now() - interval '9 days' where name like 'Deleted%';
      update job_execution set completed_date = now() - interval '9 days', status = 'COMMITTED'
      where file_name = 'old.mrc';
      update job_execution set created_date = now() - interval '9 days'
      where file_name = 'abandoned.mrc';
      insert into job_log_entry (tenant, job_id, record, file_offset, error)
      select tenant, id, 1, 0, 'broken' from job_execution where file_name <> 'abandoned.mrc';
      insert into import_chunk (tenant, job_id, number, first_record, records, file_offset, length)
      select tenant, id, 0, 0, 1, 0, 1 from job_execution where file_name <> 'abandoned.mrc'\
      """;

  @Test
  void removesOldHistoryAndKeepsWhatIsShown() {
    try (ListsServer server = ListsServer.start("--reprise.lists.refresh.lease=1s")) {
      MadeLists lists = new MadeLists(server.client());
      String list = lists.make("Kept", SampleItems.NOT_AVAILABLE);
      lists.refresh(list);
      lists.refresh(list);
      ObjectNode body = (ObjectNode) server.client().get(list).json();
      assertThat(server.client().json("PUT", list, change(body).toString()).status())
          .isEqualTo(200);
      String recent = lists.make("Recent", SampleItems.NOT_AVAILABLE);
      body = (ObjectNode) server.client().get(recent).json();
      String changed = change(body).put("name", "Recently renamed").toString();
      assertThat(server.client().json("PUT", recent, changed).status()).isEqualTo(200);
      for (String name : new String[] {"Deleted", "Deleted and exported"}) {
        String deleted = lists.make(name, SampleItems.NOT_AVAILABLE);
        lists.refresh(deleted);
        if (name.equals("Deleted and exported")) {
          assertThat(server.client().post(deleted + "/exports").status()).isEqualTo(201);
        }
        assertThat(server.client().delete(deleted).status()).isEqualTo(204);
      }
      // Nobody can read them any more.
      assertThat(
              server.count(
                  "select count(*) from record_list l left join list_version v on v.list_id = l.id"
                      + " where is_deleted and (l.fql_query is not null or v.version is not null)"))
          .isZero();
      for (String file : new String[] {"old.mrc", "abandoned.mrc", "new.mrc"}) {
        server
            .client()
            .json(
                "POST",
                "/data-import/uploadDefinitions",
                "{\"fileDefinitions\": [{\"name\": \"%s\"}]}".formatted(file));
      }
      assertThat(server.count("select count(*) from job_execution")).isEqualTo(3);
      await()
          .until(() -> server.count("select count(*) from list_refresh where has_contents") == 1);
      server.execute(OLD);
      try (ListsServer other =
          ListsServer.start(server.database(), "--reprise.lists.retention=8d")) {
        await()
            .untilAsserted(() -> {
              assertThat(other.count("select count(*) from record_list")).isEqualTo(3);
              // The one that is shown, and that of the list whose export is kept.
              assertThat(other.count("select count(*) from list_refresh")).isEqualTo(2);
              // The one that is shown, and both of the list that was changed a moment ago.
              assertThat(other.count("select count(*) from list_version")).isEqualTo(3);
              assertThat(other.count("select count(*) from job_execution")).isOne();
            });
        assertThat(other.count("select count(*) from job_log_entry")).isOne();
        assertThat(other.count("select count(*) from import_chunk")).isOne();
        assertThat(other.count("select count(*) from upload_definition")).isOne();
        assertThat(other.client().get(list + "/contents").status()).isEqualTo(200);
      }
    }
  }

  private static ObjectNode change(ObjectNode list) {
    return list.objectNode()
        .put("name", "Renamed")
        .put("isActive", true)
        .put("isPrivate", false)
        .put("fqlQuery", SampleItems.NOT_AVAILABLE)
        .put("version", list.path("version").asInt());
  }
}

package org.reprise.lists.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.reprise.lists.ListsClient;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsServer;
import org.reprise.lists.MadeLists;
import org.reprise.lists.SampleItems;

/** Pages whose records have titles as long as an import takes. */
class LargePagesIT {
  @Test
  void refusesPageThatWouldFillTheMemory() {
    try (ListsServer server = ListsServer.start()) {
      SampleItems.add(server.database(), ListsServer.TENANT, 600);
      server.execute("update instance set title = repeat('x', 95000)");
      ListsClient client = server.client().as(UUID.randomUUID());
      MadeLists lists = new MadeLists(client);
      String list = lists.make("large", SampleItems.NOT_AVAILABLE, "instance_title");
      lists.refresh(list);
      for (String page : new String[] {"/inventory/items?limit=", list + "/contents?size="}) {
        Answer refused = client.get(page + 1_000);
        assertThat(refused.status()).as(page).isEqualTo(400);
        assertThat(refused.code()).endsWith("-invalid.request");
        assertThat(refused.json().get("message").asString()).contains("fewer rows");
        assertThat(client.get(page + 20).status()).as(page).isEqualTo(200);
      }
    }
  }
}

package org.reprise.lists;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.reprise.lists.ListsClient.Answer;

/** The page for administrators. */
class OverviewIT {
  private static final ListsServer SERVER = ListsServer.shared();
  private static final ListsClient CLIENT = SERVER.client().withoutTenant();

  @Test
  void needsCredentials() {
    Answer refused = CLIENT.anonymous().get("/");
    assertThat(refused.status()).isEqualTo(401);
    assertThat(refused.header("WWW-Authenticate")).startsWith("Basic");
    assertThat(refused.body()).doesNotContain("Circ Desk");
    assertThat(CLIENT.anonymous().get("/pages.css").status()).isEqualTo(401);
  }

  @Test
  void showsWhatATenantHas() {
    Library library = new Library(SERVER, ListsServer.OTHER_TENANT);
    String item = library.item();
    library.checkOut(item, library.patron());
    MadeLists lists = new MadeLists(library.client());
    String list =
        lists.make("Books <b>away</b>", "{\"item_barcode\": {\"$eq\": \"%s\"}}".formatted(item));
    lists.refresh(list);
    new MadeLists(library.client().as(UUID.randomUUID()))
        .make("Mine alone", SampleItems.NOT_AVAILABLE, true);
    Answer page = CLIENT.get("/?tenant=other");
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.header("Content-Type")).startsWith("text/html");
    assertThat(page.header("Content-Security-Policy"))
        .contains("default-src 'none'", "frame-ancestors 'none'");
    assertThat(page.body())
        .contains("Tenant other", "Books &lt;b&gt;away&lt;/b&gt;", "SUCCESS", "Open loans")
        .contains(
            "Circ Desk 1", "main/stacks", "undergrad", "Three weeks", "/swagger-ui/index.html")
        .doesNotContain("<b>away", "Mine alone");
  }

  @Test
  void firstTenantIsShownWhereNoneIsNamed() {
    assertThat(CLIENT.get("/").body()).contains("Tenant diku");
    Answer refused = CLIENT.get("/?tenant=nobody");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.header("Content-Type")).startsWith("application/json");
  }
}

package org.reprise.ldx.admin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.reprise.ldx.LdxClient;
import org.reprise.ldx.NarrowServer;

/** What an account may do that has the role for queries only. */
class RolesIT extends NarrowServer {
  @Test
  void letsQueryRoleAskAndNotAdminister() {
    LdxClient reader = new LdxClient(server.base(), "reader", "secret of the reader");
    assertThat(reader.get("/ldx/link-types").status()).isEqualTo(200);
    assertThat(reader.get("/get-contributors").status()).isEqualTo(200);
    assertThat(reader.get("/ldx/links?resource=http://a.test/1").status()).isEqualTo(200);
    assertThat(reader.post("/discover-links", "text/turtle", "").status()).isEqualTo(400);
    assertThat(reader.get("/ldx/data-sources").status()).isEqualTo(403);
    assertThat(reader.json("POST", "/ldx/data-sources", "{}").status()).isEqualTo(403);
    assertThat(reader.get("/ldx/web/links?resource=http://a.test/1").status()).isEqualTo(200);
    assertThat(reader.get("/ldx/web/ldx.css").status()).isEqualTo(200);
    assertThat(reader.get("/pages.css").status()).isEqualTo(200);
    LdxClient.Answer page = reader.get("/ldx/web/admin/data-sources");
    assertThat(page.status()).isEqualTo(403);
    assertThat(page.body()).contains("<h1>Not allowed</h1>").doesNotContain("This form");
  }
}

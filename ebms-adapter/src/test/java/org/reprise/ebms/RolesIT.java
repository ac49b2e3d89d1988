package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.ebms.EbmsClient.Answer;

/** A back end's account may send and fetch messages, and may not change agreements. */
class RolesIT {
  private static final EbmsServer SERVER = EbmsServer.shared();
  private static final EbmsClient BACK_END =
      SERVER.client(EbmsServer.BACK_END, EbmsServer.PASSWORD);
  private static final EbmsClient ADMINISTRATOR =
      SERVER.client(EbmsServer.ADMINISTRATOR, EbmsServer.PASSWORD);

  @Test
  void messagesRoleCannotImportAgreement() {
    String cpa = Cpas.named("roles-import").xml();
    Answer refused = BACK_END.xml("POST", "/api/v1/agreements", cpa);
    assertThat(refused.status()).as(refused.toString()).isEqualTo(403);
    assertThat(refused.header("Content-Type")).startsWith("application/problem+json");
    assertThat(BACK_END.xml("PUT", "/api/v1/agreements/roles-import", cpa).status()).isEqualTo(403);
    assertThat(BACK_END.json("DELETE", "/api/v1/agreements/roles-import", "").status())
        .isEqualTo(403);
    assertThat(SERVER.client().get("/api/v1/agreements/roles-import").status()).isEqualTo(404);
    assertThat(ADMINISTRATOR.xml("POST", "/api/v1/agreements", cpa).status()).isEqualTo(201);
    assertThat(BACK_END.get("/api/v1/agreements/roles-import").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({
    "/api/v1/messages, 200, 403",
    "/api/v1/messages/nobody@x/envelope, 404, 403",
    "/api/v1/messages/nobody@x/acknowledgment, 404, 403",
    "/api/v1/inbox, 200, 403",
    "/api/v1/inbox/nobody@x/envelope, 404, 403",
    "/api/v1/events, 200, 403",
    "/api/v1/agreements, 200, 200",
    "/api/v1/certificate-mappings, 403, 200",
    "/api/v1/pings/nobody@x, 404, 404",
    "/api/v1/nothing, 403, 404",
    "/v3/api-docs, 200, 200"
  })
  void roleAllowsOnlyItsPaths(String path, int backEnd, int administrator) {
    assertThat(BACK_END.get(path).status()).isEqualTo(backEnd);
    assertThat(ADMINISTRATOR.get(path).status()).isEqualTo(administrator);
  }
}

package org.reprise.ebms.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import org.junit.jupiter.api.Test;
import org.reprise.ebms.Cpas;
import org.reprise.ebms.EbmsClient;
import org.reprise.ebms.EbmsServer;
import org.reprise.ebms.Partner;
import org.reprise.ebms.message.Message.Direction;
import org.reprise.ebms.message.Message.StoredPayload;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Payloads are read piece by piece. */
class PayloadTableIT {
  @Test
  void readsNoFurtherPieceWhenClosed() throws Exception {
    EbmsServer server = EbmsServer.shared();
    try (Partner beta = Partner.willing()) {
      server.agree(Cpas.named("pieces").reliable("never").betaAt(beta.endpoint()));
      String id = "three-pieces@example.org";
      String order = EbmsClient.order("pieces", id);
      int size = 3 * PayloadTable.PIECE;
      assertThat(server.client().form("/api/v1/messages", order, new byte[size]).status())
          .isEqualTo(202);
      PayloadTable payloads = server.part(PayloadTable.class);
      Message message = server.part(MessageTable.class).find(Direction.OUT, id).orElseThrow();
      StoredPayload payload = payloads.of(message.id()).getFirst();
      JdbcClient jdbc = server.part(JdbcClient.class);
      try (InputStream content = payloads.open(payload)) {
        assertThat(content.read()).isZero();
        String others = "delete from payload_piece where number > 0 and payload = ?";
        assertThat(jdbc.sql(others).param(payload.id()).update()).isEqualTo(2);
      }
    }
  }
}

package org.reprise.load.ebms;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * The agreement under which Pings are sent (ebXML CPA 2.0), best effort over plain HTTP: what both
 * sides must know of each other. The measured handler imports it; a handler that is not ours must
 * be given it by hand.
 *
 * @param flow CPAId and parties
 * @param synchronous whether a Pong comes as the reply to its Ping
 * @param ours where our party receives
 * @param theirs where the measured handler receives
 */
public record Agreement(EbmsPing flow, boolean synchronous, String ours, String theirs) {
  private static final String TEMPLATE = resource();

  public String xml() {
    return TEMPLATE
        .replace("@CPA_ID@", flow.cpaId())
        .replace("@SYNC_REPLY_MODE@", synchronous ? "mshSignalsOnly" : "none")
        .replace("@FROM_TYPE@", flow.from().type())
        .replace("@FROM_ID@", flow.from().id())
        .replace("@FROM_ENDPOINT@", escaped(ours))
        .replace("@TO_TYPE@", flow.to().type())
        .replace("@TO_ID@", flow.to().id())
        .replace("@TO_ENDPOINT@", escaped(theirs));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }

  private static String resource() {
    try (var in = Agreement.class.getResourceAsStream("/ebms/agreement.xml")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

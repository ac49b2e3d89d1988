package org.reprise.lists.circulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.reprise.lists.Library;
import org.reprise.lists.ListsServer;
import tools.jackson.databind.JsonNode;

/** Loans are due when a day of their tenant ends. */
class TimeZonesIT {
  private static JsonNode lend(Library library, String item, String patron) {
    return library
        .client()
        .json(
            "POST",
            "/circulation/check-out-by-barcode",
            """
            {"itemBarcode": "%s", "userBarcode": "%s", "servicePointId": "%s",
             "loanDate": "2026-03-01T03:00:00Z"}\
            """
                .formatted(item, patron, Library.DESK))
        .json();
  }

  /** On the last of February in New York, where the clocks change on the eighth of March. */
  @Test
  void loanAndRenewalEndWithTheTenantsDay() {
    try (ListsServer server =
        ListsServer.start(
            "--reprise.lists.roles=circulation",
            "--reprise.lists.time-zones.diku=America/New_York")) {
      Library library = Library.of(server);
      String item = library.item();
      String patron = library.patron();
      assertThat(lend(library, item, patron).path("dueDate").asString())
          .isEqualTo("2026-03-22T03:59:59Z");
      JsonNode renewed =
          library
              .client()
              .json(
                  "POST",
                  "/circulation/renew-by-barcode",
                  "{\"itemBarcode\": \"%s\", \"userBarcode\": \"%s\"}".formatted(item, patron))
              .json();
      assertThat(renewed.path("dueDate").asString()).isEqualTo("2026-04-12T03:59:59Z");
      Library other = new Library(server, ListsServer.OTHER_TENANT);
      assertThat(lend(other, other.item(), other.patron()).path("dueDate").asString())
          .isEqualTo("2026-03-22T23:59:59Z");
    }
  }
}

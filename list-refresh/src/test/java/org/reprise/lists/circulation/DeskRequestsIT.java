package org.reprise.lists.circulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.reprise.lists.Library;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsServer;

/** The requests of FOLIO's desks, as the documentation lists them. */
class DeskRequestsIT {
  private static final Path PAGE = Path.of("../docs/circulation.md");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| \\d+ \\| \\**`([^`]+)`");
  private static final Library LIBRARY = Library.of(ListsServer.shared());

  private static List<String> requests(String transaction) throws IOException {
    String page = Files.readString(PAGE);
    int begin = page.indexOf("| | " + transaction + " |");
    return ROW.matcher(page.substring(begin, page.indexOf("\n\n", begin)))
        .results()
        .map((MatchResult row) -> row.group(1))
        .toList();
  }

  private static Answer send(String request, Map<String, String> names, Answer action) {
    if (request.startsWith("POST ")) {
      return action;
    }
    String path = request;
    for (Map.Entry<String, String> name : names.entrySet()) {
      path = path.replaceAll("\\b%s\\b|%1$s(?=\")".formatted(name.getKey()), name.getValue());
    }
    return LIBRARY
        .client()
        .get(path.replace(" ", "%20").replace("\"", "%22").replace("<", "%3C").replace(">", "%3E"));
  }

  @Test
  void answersEachRequestOfBothTransactions() throws IOException {
    String patron = LIBRARY.patron();
    String item = LIBRARY.item();
    Answer checkOut = LIBRARY.checkOut(item, patron);
    String user = LIBRARY.patronId(patron).toString();
    List<String> lending = requests("check-out");
    // Three are sent twice.
    assertThat(lending).hasSize(17);
    for (String request : lending) {
      String typed = request.startsWith("/users") ? patron : item;
      Answer answer =
          send(
              request,
              Map.of("USER", user, "GROUP", user, "DESK", Library.DESK.toString(), "…", typed),
              checkOut);
      assertThat(answer.status()).as(request + answer).isBetween(200, 201);
      assertThat(answer.json().isObject()).as(request).isTrue();
    }
    String loan = checkOut.json().path("id").asString();
    String id = LIBRARY.id(item).toString();
    Answer checkIn = LIBRARY.checkIn(item);
    List<String> returning = requests("check-in");
    assertThat(returning).hasSize(12);
    for (String request : returning) {
      Answer answer =
          send(request, Map.of("USER", user, "ITEM", id, "LOAN", loan, "…", item), checkIn);
      assertThat(answer.status()).as(request + answer).isEqualTo(200);
      assertThat(answer.json().isObject()).as(request).isTrue();
    }
  }
}

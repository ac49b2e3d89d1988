package org.reprise.lists.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.reprise.lists.InsertGate;
import org.reprise.lists.Library;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsServer;

/** A patron is removed while something is stored that refers to her. */
class UserRemovalIT {
  private static final ListsServer SERVER = ListsServer.patient(ListsServer.migratedDatabase());
  private static final Library LIBRARY = Library.of(SERVER);

  private final String patron = LIBRARY.patron();
  private final UUID id = LIBRARY.patronId(patron);

  @AfterAll
  static void stop() {
    SERVER.close();
  }

  private Answer remove() {
    return LIBRARY.client().delete("/users/" + id);
  }

  private Answer block() {
    return LIBRARY
        .client()
        .json(
            "POST",
            "/manualblocks",
            "{\"desc\": \"Owes\", \"borrowing\": true, \"userId\": \"%s\"}".formatted(id));
  }

  private static void awaitLockWait() {
    await()
        .until(() ->
            SERVER.count(
                    "select count(*) from pg_stat_activity where datname = current_database()"
                        + " and wait_event_type = 'Lock'")
                == 1);
  }

  /** Stores something while the removal waits for another transaction, as of a foreign key. */
  private Answer removeWhile(Supplier<Answer> storing) throws SQLException {
    try (Connection reference = SERVER.database().connect();
        Statement statement = reference.createStatement()) {
      reference.setAutoCommit(false);
      statement.execute("select from app_user where id = '%s' for key share".formatted(id));
      CompletableFuture<Answer> removal = CompletableFuture.supplyAsync(this::remove);
      awaitLockWait();
      Answer stored = storing.get();
      assertThat(stored.status()).as(stored.toString()).isEqualTo(201);
      reference.commit();
      return removal.join();
    }
  }

  /** Removes the patron while something that has seen her is about to be stored. */
  private Answer storeAfterRemoval(String table, String user, Supplier<Answer> storing) {
    CompletableFuture<Answer> stored;
    try (InsertGate _ =
        InsertGate.of(SERVER.database(), table, "new.%s = '%s'".formatted(user, id))) {
      stored = CompletableFuture.supplyAsync(storing);
      awaitLockWait();
      Answer removed = remove();
      assertThat(removed.status()).as(removed.toString()).isEqualTo(204);
    }
    return stored.join();
  }

  private long blocks() {
    return SERVER.count("select count(*) from patron_block where user_id = '%s'".formatted(id));
  }

  @Test
  void removesBlockThatIsStoredMeanwhile() throws SQLException {
    Answer removed = removeWhile(this::block);
    assertThat(removed.status()).as(removed.toString()).isEqualTo(204);
    assertThat(blocks()).isZero();
  }

  @Test
  void refusesBlockOfPatronThatIsRemovedMeanwhile() {
    Answer refused = storeAfterRemoval("patron_block", "details ->> 'userId'", this::block);
    assertThat(refused.status()).as(refused.toString()).isEqualTo(422);
    assertThat(refused.body()).contains("There is no such user");
    assertThat(blocks()).isZero();
  }

  @Test
  void keepsPatronWhoBorrowsMeanwhile() throws SQLException {
    String item = LIBRARY.item();
    Answer kept = removeWhile(() -> LIBRARY.checkOut(item, patron));
    assertThat(kept.status()).as(kept.toString()).isEqualTo(400);
    assertThat(kept.code()).isEqualTo("delete-still.referenced");
    assertThat(LIBRARY.patronId(patron)).isEqualTo(id);
  }

  @Test
  void refusesLoanOfPatronThatIsRemovedMeanwhile() {
    String item = LIBRARY.item();
    Answer refused = storeAfterRemoval("loan", "user_id", () -> LIBRARY.checkOut(item, patron));
    assertThat(refused.status()).as(refused.toString()).isEqualTo(422);
    assertThat(refused.body()).contains("USER_BARCODE_NOT_FOUND");
    assertThat(LIBRARY.status(item)).isEqualTo("Available");
  }

  @Test
  void refusesRequestOfPatronThatIsRemovedMeanwhile() {
    String item = LIBRARY.item();
    LIBRARY.checkOut(item, LIBRARY.patron());
    Answer refused =
        storeAfterRemoval(
            "circulation_request",
            "requester_id",
            () -> LIBRARY.request("Hold", item, patron, Library.DESK));
    assertThat(refused.status()).as(refused.toString()).isEqualTo(422);
    assertThat(refused.body()).contains("USER_NOT_FOUND");
  }
}

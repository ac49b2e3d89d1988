package org.reprise.lists.dataimport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsServer;
import org.reprise.lists.LostAnswers;
import org.reprise.lists.dataimport.ImportClient.Made;
import org.reprise.lists.marc.MarcSamples;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;
import org.reprise.localstack.testing.TestKafka;

/** Uploads whose end is committed, or is not, while the database's answer does not arrive. */
class LostUploadAnswerIT {
  private static final Database DATABASE = TestDatabase.freshDatabase();
  private static final LostAnswers ANSWERS =
      new LostAnswers(DATABASE, "update upload_definition set uploaded_date");
  private static final ListsServer SERVER =
      ListsServer.start(
          ANSWERS.database(),
          ImportServer.arguments(TestKafka.bootstrapServers(), TestKafka.freshName()));

  private final ImportClient client = new ImportClient(SERVER.client());

  @AfterAll
  static void end() throws IOException {
    SERVER.close();
    ANSWERS.close();
  }

  @Test
  void uploadWhoseCommitIsNotAnsweredIsImported() {
    Made made = client.define("books.mrc");
    assertThat(ANSWERS.hasLost()).isFalse();
    Answer uploaded = client.upload(made, MarcSamples.books(60));
    assertThat(ANSWERS.hasLost()).isTrue();
    assertThat(uploaded.status()).as(uploaded.toString()).isEqualTo(200);
    assertThat(uploaded.json().get("status").asString()).isEqualTo("LOADED");
    assertThat(client.process(made).status()).isEqualTo(204);
    client.awaitCommitted(made, 60);
    ImportServer.assertOnce(DATABASE, made, 60);
  }

  @Test
  void uploadThatIsNotCommittedLeavesNoPieces() {
    DATABASE.execute(
        """
        create function refuse_end() returns trigger language plpgsql as
        $$ begin raise exception 'the disk is full'; end $$;
        create trigger refuse_end before update on upload_definition
        for each row when (new.uploaded_date is not null) execute function refuse_end()\
        """);
    try {
      Made made = client.define("books.mrc");
      assertThat(client.upload(made, MarcSamples.books(1)).status()).isEqualTo(500);
      assertThat(
              DATABASE.count(
                  "select count(*) from upload_piece where definition_id = '%s'"
                      .formatted(made.id())))
          .isZero();
      assertThat(client.http().get(made.path()).json().get("status").asString())
          .as("it can be uploaded again")
          .isEqualTo("NEW");
    } finally {
      DATABASE.execute("drop trigger refuse_end on upload_definition; drop function refuse_end");
    }
  }
}

package org.reprise.lists.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.reprise.lists.ListsClient;
import org.reprise.lists.ListsServer;
import org.reprise.lists.MadeLists;
import org.reprise.lists.SampleItems;

/** Downloads of files that are removed meanwhile. */
class DownloadIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);

  /** More than the sockets of both sides keep, so that the server still reads the file. */
  private static final int PIECES = 400;

  private static final int PIECE = 64 * 1024;

  private static final ListsServer SERVER = ListsServer.start("--reprise.lists.export.lease=2s");

  private final ListsClient client = SERVER.client();

  @AfterAll
  static void close() {
    SERVER.close();
  }

  private record Sample(String list, UUID id) {
    String download() {
      return list + "/exports/" + id + "/download";
    }
  }

  private Sample sample(String name, int pieces) {
    String list = new MadeLists(client).make(name, SampleItems.NOT_AVAILABLE);
    UUID id = UUID.randomUUID();
    SERVER.execute(
        """
        insert into list_export (tenant, id, list_id, fields, status, start_date, end_date, bytes,
          heartbeat)
        select tenant, '%1$s', id, '{}', 'SUCCESS', now(), now(), %3$d::bigint * %4$d,
          now() - interval '1 hour'
        from record_list where id = '%2$s';
        insert into export_chunk
        select tenant, id, number, decode(repeat('61', %4$d), 'hex')
        from list_export, generate_series(0, %3$d - 1) as n (number) where id = '%1$s'\
        """
            .formatted(id, list.substring("/lists/".length()), pieces, PIECE));
    return new Sample(list, id);
  }

  private static void endRetention(Sample... samples) {
    for (Sample sample : samples) {
      SERVER.execute(
          "update list_export set end_date = now() - interval '2 days' where id = '%s'"
              .formatted(sample.id));
    }
  }

  private static void awaitRemoved(Sample sample) {
    await()
        .atMost(LIMIT)
        .until(() ->
            SERVER.count("select count(*) from list_export where id = '%s'".formatted(sample.id))
                == 0);
  }

  @Test
  void fileIsKeptUntilItsDownloadEnds() throws IOException {
    Sample downloaded = sample("downloaded", PIECES);
    Sample unused = sample("unused", 1);
    try (InputStream file = client.open(downloaded.download()).body()) {
      assertThat(file.read()).isEqualTo('a');
      endRetention(downloaded, unused);
      awaitRemoved(unused);
      assertThat(1 + file.transferTo(new ByteArrayOutputStream())).isEqualTo((long) PIECES * PIECE);
    }
    assertThat(client.get(unused.download()).status()).isEqualTo(404);
    SERVER.execute(
        "update list_export set heartbeat = now() - interval '1 hour' where id = '%s'"
            .formatted(downloaded.id));
    awaitRemoved(downloaded);
  }

  @Test
  void downloadBreaksOffWhereItsFileIsIncomplete() throws IOException {
    Sample sample = sample("incomplete", PIECES);
    ByteArrayOutputStream received = new ByteArrayOutputStream();
    try (InputStream file = client.open(sample.download()).body()) {
      assertThat(file.read()).isEqualTo('a');
      SERVER.execute(
          "delete from export_chunk where export_id = '%s' and chunk >= 300".formatted(sample.id));
      assertThatThrownBy(() -> file.transferTo(received)).isInstanceOf(IOException.class);
    }
    assertThat(received.toByteArray()).containsOnly('a');
  }
}

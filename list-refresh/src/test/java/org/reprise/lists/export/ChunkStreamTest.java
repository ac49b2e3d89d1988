package org.reprise.lists.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ChunkStreamTest {
  private static final int LENGTH = 7;

  private final List<byte[]> chunks = new ArrayList<>();

  private ChunkStream stream() {
    return new ChunkStream(
        LENGTH,
        (number, piece) -> {
          assertThat(number).isEqualTo(chunks.size());
          chunks.add(piece);
        });
  }

  @Test
  void losesNothingForAnyWriteSize() throws IOException {
    Random random = new Random(42);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try (ChunkStream stream = stream()) {
      for (int i = 0; i < 200; i++) {
        byte[] bytes = new byte[random.nextInt(3 * LENGTH)];
        random.nextBytes(bytes);
        int from = random.nextInt(bytes.length + 1);
        stream.write(bytes, from, bytes.length - from);
        stream.write(i);
        all.write(bytes, from, bytes.length - from);
        all.write(i);
      }
    }
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    chunks.forEach(joined::writeBytes);
    assertThat(joined.toByteArray()).isEqualTo(all.toByteArray());
    assertThat(chunks.subList(0, chunks.size() - 1)).allMatch(chunk -> chunk.length == LENGTH);
    assertThat(chunks.getLast().length).isBetween(1, LENGTH);
  }

  @Test
  void writesNoEmptyLastChunk() throws IOException {
    try (ChunkStream stream = stream()) {
      stream.write(new byte[2 * LENGTH]);
    }
    assertThat(chunks).hasSize(2);
  }

  @Test
  void writesNoChunkForNoData() throws IOException {
    stream().close();
    assertThat(chunks).isEmpty();
  }

  @Test
  void stopsWhenAChunkIsRefused() {
    ChunkStream stream =
        new ChunkStream(
            LENGTH,
            (number, piece) -> {
              throw new IOException("no room");
            });
    assertThatThrownBy(() -> stream.write(new byte[LENGTH]))
        .isInstanceOf(IOException.class)
        .hasMessage("no room");
  }
}

package org.reprise.content.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.commons.codec.digest.DigestUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.content.store.StoreSettings.Serving;
import org.springframework.util.unit.DataSize;

/** What an area promises beside what adds and sweeps of a whole service show. */
class FileAreaTest {
  @TempDir private Path folder;
  private final UUID id = UUID.randomUUID();
  private int levels;

  private FileArea open(UUID mark, boolean isUsed) throws IOException {
    return new FileArea(
        new StoreSettings.Area("main", folder, levels, DataSize.ofBytes(0), 0, null, null),
        Serving.CACHE,
        mark,
        isUsed);
  }

  private static Digest publish(FileArea area, String content) throws IOException {
    Digest digest = new Digest(DigestUtils.sha256Hex(content));
    Path inbound = area.folder().newInbound();
    area.publish(Files.writeString(inbound, content), digest);
    return digest;
  }

  @Test
  void listsContentsWhileOthersAreRemoved() throws IOException {
    FileArea area = open(id, false);
    List<Digest> all = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      all.add(publish(area, "content " + i));
    }
    Instant later = Instant.now().plus(Duration.ofDays(1));
    List<Digest> found = new ArrayList<>();
    area.forEachContent(
        later,
        first -> {
          found.add(first);
          // The folder was listed before.
          all.forEach(it -> folder.resolve("contents").resolve(it.hex()).toFile().delete());
        });
    assertThat(found).isNotEmpty();
  }

  @Test
  void makesFolderAgainThatWasRemoved() throws IOException {
    levels = 1;
    FileArea area = open(id, false);
    Digest digest = publish(area, "content");
    area.delete(digest);
    Files.delete(folder.resolve("contents").resolve(digest.hex().substring(0, 2)));
    assertThat(area.size(publish(area, "content"))).hasValue(7);
  }

  /** The file system of processes has no folders to sync. */
  @Test
  void opensFolderBelowOneThatCannotBeSynced() throws IOException {
    folder = Path.of("/proc/self/root" + folder, "new", "area");
    assertThat(open(id, false).size(publish(open(id, false), "content"))).hasValue(7);
  }

  /** Linux's own full device fails as a full disk does, in the language of this process. */
  @Test
  void knowsFullDiskByItsError() throws IOException {
    LocalFolder local = open(id, false).folder();
    IOException full =
        catchThrowableOfType(
            IOException.class, () -> Files.write(Path.of("/dev/full"), new byte[] {1}));
    assertThatThrownBy(() -> local.fullOr(full)).isInstanceOf(StorageFull.class);
    IOException other = new IOException("Connection reset");
    assertThat(local.fullOr(other)).isSameAs(other);
  }

  @Test
  void refusesFolderOfAnotherAreaOrDatabase() throws IOException {
    publish(open(id, false), "content");
    assertThat(publish(open(id, true), "another")).isNotNull();
    assertThatThrownBy(() -> open(UUID.randomUUID(), false))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("to another database");
  }

  /** What would be stored in the mount point would be gone with the next mount. */
  @Test
  void storesNothingWhereItsFileSystemIsNotMounted() throws IOException {
    FileArea area = open(id, false);
    Digest before = publish(area, "before");
    Files.move(folder.resolve("contents"), folder.resolve("elsewhere"));
    Files.createDirectory(folder.resolve("contents"));
    assertThatThrownBy(area::room).hasMessageContaining("mounted?");
    assertThatThrownBy(() -> publish(area, "after")).hasMessageContaining("mounted?");
    assertThatThrownBy(() -> area.size(before)).hasMessageContaining("mounted?");
    assertThatThrownBy(() -> area.open(before)).hasMessageContaining("mounted?");
    assertThatThrownBy(() -> open(id, true)).hasMessageContaining("mounted?");
  }
}

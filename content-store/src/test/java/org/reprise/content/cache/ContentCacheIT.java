package org.reprise.content.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.management.ObjectName;
import org.apache.commons.codec.digest.DigestUtils;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.content.ContentServer;
import org.reprise.content.Mount;
import org.reprise.content.store.Blob;
import org.reprise.content.store.ContentMissing;
import org.reprise.content.store.Contents;
import org.reprise.content.store.Digest;
import org.reprise.content.store.Received;
import org.reprise.content.store.StoredContent;
import org.reprise.localstack.testing.TestDatabase;
import org.springframework.util.unit.DataSize;

/** What the cache holds, counts and serves, over files that are really read. */
class ContentCacheIT {
  private static final int BLOCK = 256 * 1024;
  private static final int MIB = 1024 * 1024;
  private static final ContentServer SERVER = ContentServer.shared();

  private final Random random = new Random(5);
  private final List<ContentCache> caches = new ArrayList<>();

  @AfterEach
  void close() {
    caches.forEach(ContentCache::close);
  }

  private ContentCache cache(int mebibytes, int entries) {
    ContentCache cache =
        new ContentCache(
            new CacheSettings(DataSize.ofMegabytes(mebibytes), entries, null),
            SERVER.part(Contents.class));
    caches.add(cache);
    return cache;
  }

  private Blob store(int bytes) throws IOException {
    return store(SERVER, bytes);
  }

  private Blob store(ContentServer server, int bytes) throws IOException {
    byte[] content = new byte[bytes];
    random.nextBytes(content);
    try (Received received =
        server.part(Contents.class).receive(new ByteArrayInputStream(content), 0)) {
      received.area().publish(received.file(), received.digest());
      return new Blob(received.digest(), "main", bytes, 1);
    }
  }

  private static Path file(Blob blob) {
    String name = blob.digest().hex();
    return SERVER.area().resolve("contents").resolve(name.substring(0, 2)).resolve(name);
  }

  private static byte[] read(ContentCache cache, Blob blob, int from, int to) {
    try (StoredContent content = cache.open(blob)) {
      ByteBuffer target = ByteBuffer.allocate(to - from);
      content.read(from, target);
      return target.array();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void assertRight(ContentCache cache, Blob blob) {
    assertThat(DigestUtils.sha256Hex(read(cache, blob, 0, (int) blob.size())))
        .isEqualTo(blob.digest().hex());
  }

  @Test
  void readsEachBlockOnce() throws IOException {
    ContentCache cache = cache(4, 10);
    Blob blob = store(2 * BLOCK + 5000);
    assertRight(cache, blob);
    assertRight(cache, blob);
    CacheState state = cache.state();
    assertThat(state.storageReads()).isEqualTo(3);
    assertThat(state.misses()).isEqualTo(3);
    assertThat(state.hits()).isEqualTo(3);
    assertThat(state.metadataReads()).isEqualTo(1);
    assertThat(state.bytesRead()).isEqualTo(blob.size());
    assertThat(state.bytesServed()).isEqualTo(2 * blob.size());
    // The last block takes one frame, of 8 KiB.
    assertThat(state.usedBytes()).isEqualTo(2 * BLOCK + 8192);
  }

  @Test
  void readsPartsOfContentsAcrossBlocksAndFrames() throws IOException {
    ContentCache cache = cache(4, 10);
    Blob blob = store(2 * BLOCK + 5000);
    byte[] all = Files.readAllBytes(file(blob));
    for (int i = 0; i < 200; i++) {
      int from = random.nextInt(all.length);
      int to = from + 1 + random.nextInt(all.length - from);
      assertThat(read(cache, blob, from, to)).isEqualTo(Arrays.copyOfRange(all, from, to));
    }
    try (StoredContent content = cache.open(blob)) {
      assertThat(content.read(blob.size(), ByteBuffer.allocate(1))).isZero();
    }
  }

  @Test
  void keepsEntriesWhoseBytesWereEvicted() throws IOException {
    ContentCache cache = cache(1, 100);
    List<Blob> blobs = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      blobs.add(store(BLOCK));
    }
    blobs.forEach(blob -> assertRight(cache, blob));
    blobs.forEach(blob -> assertRight(cache, blob));
    CacheState state = cache.state();
    assertThat(state.entries()).isEqualTo(8);
    assertThat(state.metadataReads()).isEqualTo(8);
    assertThat(state.storageReads()).isEqualTo(16);
  }

  @Test
  void evictsBytesWithTheirEntry() throws IOException {
    ContentCache cache = cache(4, 2);
    List<Blob> blobs = List.of(store(5000), store(5000), store(5000));
    blobs.forEach(blob -> assertRight(cache, blob));
    assertThat(cache.state().usedBytes()).isEqualTo(2 * 8192);
    assertRight(cache, blobs.getFirst());
    assertThat(cache.state().metadataReads()).isEqualTo(4);
    assertThat(cache.state().storageReads()).isEqualTo(4);
  }

  @Test
  void evictsWhatWasNotUsedForLongest() throws IOException {
    ContentCache cache = cache(1, 3);
    Blob first = store(5000);
    List<Blob> others = List.of(store(5000), store(5000), store(5000), store(5000));
    assertRight(cache, first);
    for (Blob other : others) {
      assertRight(cache, other);
      assertRight(cache, first);
    }
    assertThat(cache.state().storageReads()).isEqualTo(5);
  }

  @Test
  void chargesEntriesToBytes() throws IOException {
    ContentCache cache = cache(1, 100_000);
    for (int i = 0; i < 6000; i++) {
      // Of one content many entries: nothing but the generation differs.
      Blob blob = new Blob(sharedBlob().digest(), "main", sharedBlob().size(), i);
      assertRight(cache, blob);
      CacheState state = cache.state();
      assertThat(state.usedBytes() + state.metadataBytes()).isLessThanOrEqualTo(MIB);
    }
    assertThat(cache.state().entries()).isBetween(100, 5000);
  }

  private @Nullable Blob shared;

  private Blob sharedBlob() throws IOException {
    if (shared == null) {
      shared = store(5000);
    }
    return shared;
  }

  /** What is charged for entries and blocks is what live objects of their classes take. */
  @Test
  void chargesWhatMetadataTakeOnTheHeap() throws Exception {
    ContentCache cache = cache(128, 100_000);
    Blob blob = sharedBlob();
    long before = liveMetadata();
    for (int i = 0; i < 50_000; i++) {
      Blob own =
          new Blob(
              new Digest(new String(blob.digest().hex().toCharArray())),
              new String("main".toCharArray()),
              blob.size(),
              i + 2);
      if (i % 5 == 0) {
        read(cache, own, 0, 1);
      } else {
        cache.open(own);
      }
    }
    CacheState state = cache.state();
    assertThat(state.entries()).isEqualTo(50_000);
    assertThat(state.usedBytes()).isEqualTo(10_000 * 8192);
    assertThat((double) (liveMetadata() - before) / state.metadataBytes()).isBetween(0.8, 1.25);
  }

  // By the JVM's histogram, which begins with a collection and has no garbage.
  private static long liveMetadata() throws Exception {
    Set<String> classes =
        Set.of(
            Entry.class.getName(),
            Entry.Block.class.getName(),
            Entry.Block[].class.getName(),
            Frames.Frame[].class.getName(),
            Blob.class.getName(),
            Digest.class.getName(),
            String.class.getName(),
            byte[].class.getName(),
            "java.util.LinkedHashMap$Entry",
            "[Ljava.util.HashMap$Node;");
    String histogram =
        (String)
            ManagementFactory.getPlatformMBeanServer()
                .invoke(
                    new ObjectName("com.sun.management:type=DiagnosticCommand"),
                    "gcClassHistogram",
                    new Object[] {new String[0]},
                    new String[] {String[].class.getName()});
    // The number of the line, instances, bytes, the class and its module.
    return histogram
        .lines()
        .map(line -> line.trim().split("\\s+"))
        .filter(line -> line.length > 3 && classes.contains(line[3]))
        .mapToLong(line -> Long.parseLong(line[2]))
        .sum();
  }

  @Test
  void coalescesReadsOfOneBlock() throws Exception {
    int readers = 16;
    ContentCache cache = cache(8, 100);
    List<Blob> blobs = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      blobs.add(store(BLOCK));
    }
    CyclicBarrier together = new CyclicBarrier(readers);
    inParallel(
        readers,
        _ -> {
          for (Blob blob : blobs) {
            together.await();
            assertRight(cache, blob);
          }
        });
    assertThat(cache.state().storageReads()).isEqualTo(blobs.size());
    assertThat(cache.state().hits()).isEqualTo((long) (readers - 1) * blobs.size());
  }

  /** Readers compare every byte, while memory for four blocks is taken from one for another. */
  @Test
  void servesRightBytesWhereReadersShareTinyMemory() throws Exception {
    ContentCache cache = cache(1, 5);
    List<Blob> blobs = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      blobs.add(store(1 + random.nextInt(3 * BLOCK)));
    }
    AtomicBoolean isReading = new AtomicBoolean(true);
    try (ExecutorService admin = Executors.newSingleThreadExecutor()) {
      Future<?> resizes =
          admin.submit(() -> {
            Random sizes = new Random(9);
            while (isReading.get()) {
              cache.resize((long) MIB * (1 + sizes.nextInt(3)), 1 + sizes.nextInt(12));
            }
          });
      inParallel(
          8,
          reader -> {
            Random choice = new Random(reader);
            for (int i = 0; i < 150; i++) {
              assertRight(cache, blobs.get(choice.nextInt(blobs.size())));
            }
          });
      isReading.set(false);
      resizes.get();
    }
    cache.resize(MIB, 1);
    assertThat(cache.state().entries()).isEqualTo(1);
    cache.close();
    assertThat(cache.state().usedBytes()).isZero();
    assertThat(cache.state().metadataBytes()).isZero();
  }

  private interface Reading {
    void run(int reader) throws Exception;
  }

  private static void inParallel(int count, Reading reading) throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(count)) {
      List<Future<?>> readers = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        int reader = i;
        readers.add(
            threads.submit(() -> {
              reading.run(reader);
              return true;
            }));
      }
      for (Future<?> each : readers) {
        each.get();
      }
    }
  }

  @Test
  void keepsWhatFitsWhereBoundsGetSmaller() throws IOException {
    ContentCache cache = cache(4, 100);
    List<Blob> blobs = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      blobs.add(store(60_000));
    }
    blobs.forEach(blob -> assertRight(cache, blob));
    cache.resize(2 * MIB, 10);
    CacheState state = cache.state();
    assertThat(state.entries()).isEqualTo(10);
    assertThat(state.maxBytes()).isEqualTo(2 * MIB);
    assertThat(state.usedBytes()).isLessThanOrEqualTo(10 * 65_536);
    blobs.forEach(blob -> assertRight(cache, blob));
  }

  @Test
  void refusesMoreMemoryThanItsLimit() throws IOException {
    ContentCache cache =
        new ContentCache(
            new CacheSettings(DataSize.ofMegabytes(1), 10, DataSize.ofMegabytes(3)),
            SERVER.part(Contents.class));
    caches.add(cache);
    Blob blob = store(5000);
    assertRight(cache, blob);
    assertThatThrownBy(() -> cache.resize(4 * MIB, 10))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("from 1,048,576 to 3,145,728");
    assertThat(cache.state().maxBytes()).isEqualTo(MIB);
    assertRight(cache, blob);
    assertThat(cache.state().storageReads()).isEqualTo(1);
  }

  @Test
  void refusesContentThatIsNotWhatItsDigestSays() throws IOException {
    ContentCache cache = cache(4, 10);
    Blob swapped = store(5000);
    Files.write(file(swapped), new byte[5000]);
    assertThatThrownBy(() -> read(cache, swapped, 0, 5000)).isInstanceOf(ContentMissing.class);
    Blob cut = store(2 * BLOCK);
    Files.write(file(cut), new byte[5000]);
    assertThatThrownBy(() -> read(cache, cut, 0, 5000)).isInstanceOf(ContentMissing.class);
    Blob gone = store(5000);
    Files.delete(file(gone));
    assertThatThrownBy(() -> read(cache, gone, 0, 5000)).isInstanceOf(ContentMissing.class);
    assertThat(cache.state().usedBytes()).isZero();
    assertThat(cache.state().entries()).isZero();
  }

  @Test
  void readsShortenedContentNotPastItsEnd() throws IOException {
    ContentCache cache = cache(4, 10);
    Blob blob = store(2 * BLOCK);
    read(cache, blob, 0, 1); // has an entry now
    Files.write(file(blob), new byte[BLOCK + 10]);
    assertThatThrownBy(() -> read(cache, blob, BLOCK, BLOCK + 100))
        .isInstanceOf(ContentMissing.class);
  }

  @Test
  void readsThroughPageCacheWhereTheFileSystemRefusesDirectReads(@TempDir Path folder)
      throws Exception {
    try (Mount mount = Mount.inMemory("ramfs", folder.resolve("ram"), "size=16m");
        ContentServer server =
            ContentServer.start(
                TestDatabase.freshDatabase(),
                mount.folder(),
                "--reprise.content.areas[0].reserved-bytes=0B",
                "--reprise.content.areas[0].reserved-inodes=0")) {
      ContentCache cache = server.part(ContentCache.class);
      assertRight(cache, store(server, BLOCK + 5000));
      assertThat(cache.state().storageReads()).isEqualTo(2);
    }
  }
}

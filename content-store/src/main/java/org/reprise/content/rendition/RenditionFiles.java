package org.reprise.content.rendition;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.reprise.content.store.LocalFolder;
import org.reprise.content.store.StorageAreas;
import org.springframework.stereotype.Component;
import org.springframework.util.FileSystemUtils;

/**
 * Finished renditions in a folder beside the contents, bounded in bytes and files: the least
 * recently read ones are deleted first. Instances may share the folder, and anybody may empty it.
 */
@Component
class RenditionFiles {
  /** An older folder of a worker is one that a killed service did not delete. */
  private static final long MAX_WORK_AGE = Duration.ofDays(1).toMillis();

  /** A file takes a block on disk, and an inode: those of the area are for contents. */
  private static final long BLOCK = 4096;

  private static final int MAX_FILES = 10_000;

  private final Path root;
  private final long maxBytes;

  RenditionFiles(StorageAreas areas, RenditionSettings settings) {
    this.root = areas.current().folder().inbound().resolveSibling("renditions");
    this.maxBytes = settings.cache().toBytes();
  }

  /** Returns a new folder for what a worker reads and writes. */
  Path newFolder() throws IOException {
    return Files.createTempDirectory(Files.createDirectories(root), "work-");
  }

  /** Returns a rendition, and notes that it was read; empty where it is not there. */
  Optional<Path> find(String name) throws IOException {
    try {
      FileTime now = FileTime.from(Instant.now());
      return Optional.of(Files.setLastModifiedTime(root.resolve(name), now));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /** Puts a file in its place, where it is found once all of it is on disk. */
  Path add(Path complete, String name) throws IOException {
    LocalFolder.sync(complete);
    Path place = Files.move(complete, root.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    long bytes = 0;
    int count = 0;
    for (Item item : newestFirst()) {
      boolean isOverBound = bytes > maxBytes || ++count > MAX_FILES;
      if (item.file().isDirectory() ? item.age() > MAX_WORK_AGE : isOverBound) {
        FileSystemUtils.deleteRecursively(item.file());
      }
      bytes += item.file().isFile() ? Math.max(item.file().length(), BLOCK) : 0;
    }
    return place;
  }

  // Read once: other instances change what is sorted.
  private record Item(File file, long age) {}

  private List<Item> newestFirst() {
    long now = System.currentTimeMillis();
    return Stream.of(Objects.requireNonNull(root.toFile().listFiles()))
        .map(it -> new Item(it, now - it.lastModified()))
        .sorted(Comparator.comparingLong(Item::age))
        .toList();
  }
}

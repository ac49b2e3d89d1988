package org.reprise.content.store;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The folder of an area in a mounted file system, which takes what is being received, and how full
 * that is. A mark in it says which area of which database it belongs to.
 */
public final class LocalFolder {
  // Java keeps no numbers of errors, only their texts.
  private static final int ENOSPC = 28;
  private static final int EDQUOT = 122;
  private static final Set<String> FULL =
      Set.of(FileSystemStatistics.text(ENOSPC), FileSystemStatistics.text(EDQUOT));

  private final StoreSettings.Area settings;

  /**
   * Opens the folder of an area, and makes it where it is new.
   *
   * @param id of the area in the database, which the folder is marked with
   * @param isUsed whether contents are in it
   * @throws IllegalStateException where they are not there, or the folder has another mark
   */
  LocalFolder(StoreSettings.Area settings, UUID id, boolean isUsed) throws IOException {
    this.settings = settings;
    if (isUsed) {
      requireMounted();
    }
    for (Path folder : new Path[] {contents(), inbound(), quarantine()}) {
      make(folder.toAbsolutePath());
    }
    mark(id.toString());
    sync(settings.location());
  }

  // A folder, and those above it where they are new, each on disk before there is anything in it.
  private static void make(Path folder) throws IOException {
    Path parent = folder.getParent();
    if (parent != null && !Files.exists(folder)) {
      make(parent);
      Files.createDirectories(folder);
      sync(parent);
    }
  }

  // A database removes files that it does not know, as those of another database would be.
  private void mark(String id) throws IOException {
    if (!Files.exists(marker())) {
      Path draft = newInbound();
      Files.writeString(draft, id, StandardOpenOption.CREATE_NEW, StandardOpenOption.SYNC);
      Files.move(draft, marker(), ATOMIC_MOVE);
      sync(contents());
    }
    if (!Files.readString(marker()).equals(id)) {
      throw new IllegalStateException(
          ("%s belongs to another storage area than '%s', or to another database. Without %s it"
                  + " becomes this one's, and files that its database does not know are removed.")
              .formatted(contents(), area(), marker()));
    }
  }

  String area() {
    return settings.name();
  }

  /** Rejects a mount point without its file system, which may have the same folders. */
  void requireMounted() throws IOException {
    if (!Files.exists(marker())) {
      throw new IOException(
          "%s of the storage area '%s' does not exist: is its file system mounted?"
              .formatted(marker(), area()));
    }
  }

  private Path marker() {
    return contents().resolve("area-id");
  }

  Path contents() {
    return settings.location().resolve("contents");
  }

  Path quarantine() {
    return settings.location().resolve("quarantine");
  }

  /** Returns the folder for files that are being received. */
  public Path inbound() {
    return settings.location().resolve("inbound");
  }

  /** Returns a file in the folder for those that are being received, which is not there yet. */
  public Path newInbound() {
    return inbound().resolve(UUID.randomUUID().toString());
  }

  /** Returns the room of an area whose contents are in the same file system, or elsewhere. */
  Room room(boolean ofContents) throws IOException {
    FileSystemStatistics now = statistics();
    String usedUp = usedUp(now, 0);
    boolean hasBytes = ofContents && now.totalBytes() > 0;
    boolean hasInodes = ofContents && now.totalInodes() > 0;
    return new Room(
        usedUp != null,
        usedUp,
        hasBytes ? now.totalBytes() : null,
        hasBytes ? now.freeBytes() : null,
        settings.reservedBytes().toBytes(),
        hasInodes ? now.totalInodes() : null,
        hasInodes ? now.freeInodes() : null,
        settings.reservedInodes());
  }

  private FileSystemStatistics statistics() throws IOException {
    requireMounted();
    return FileSystemStatistics.of(settings.location());
  }

  /**
   * Rejects a content for which there is no room.
   *
   * @param bytes its size; 0 where that is not known
   * @throws StorageFull where bytes or inodes are used up but for the reserve
   */
  public void requireRoom(long bytes) throws IOException {
    FileSystemStatistics now = statistics();
    String usedUp = usedUp(now, bytes);
    if (usedUp != null) {
      throw new StorageFull(area(), usedUp, now);
    }
  }

  private @Nullable String usedUp(FileSystemStatistics now, long bytes) {
    long free = now.freeBytes() - settings.reservedBytes().toBytes();
    if (now.totalBytes() > 0 && free < Math.max(1, bytes)) {
      return StorageFull.BYTES;
    }
    return lacksInodes(now, settings.reservedInodes()) ? StorageFull.INODES : null;
  }

  // For the file of a content, and the folders that it may be the first in.
  private boolean lacksInodes(FileSystemStatistics now, long reserved) {
    return now.totalInodes() > 0 && now.freeInodes() - reserved < 1 + settings.levels();
  }

  /**
   * Returns what an error of the file system means to a caller.
   *
   * @throws StorageFull where the file system is full
   */
  public IOException fullOr(IOException e) throws IOException {
    String reason = String.valueOf(e.getMessage());
    if (FULL.stream().anyMatch(reason::contains)) {
      FileSystemStatistics now = statistics();
      String usedUp = lacksInodes(now, 0) ? StorageFull.INODES : StorageFull.BYTES;
      throw new StorageFull(area(), usedUp, now);
    }
    return e;
  }

  /** Waits until a file, or the names in a folder, are on disk. */
  public static void sync(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}

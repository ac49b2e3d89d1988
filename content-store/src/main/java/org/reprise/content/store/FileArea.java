package org.reprise.content.store;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.reprise.content.store.StoreSettings.Serving;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An area in a mounted file system: {@code contents/ab/abcd…}, in as many levels of folders as its
 * settings say. A content is renamed into its place and its folder synced, so that a loss of power
 * leaves all of it or nothing.
 */
final class FileArea implements StorageArea {
  private static final Logger LOG = LoggerFactory.getLogger(FileArea.class);
  private static final int LETTERS = 2;

  private final Serving serving;
  private final LocalFolder folder;
  private final int levels;
  private volatile boolean isDirect = true;
  // Folders that this process has seen to be on disk. One that another process made may not be yet.
  private final Set<Path> synced = new HashSet<>();

  /**
   * Opens an area, and makes its folders where it is new.
   *
   * @param serving where the area's settings do not say it
   * @throws IllegalStateException where they are not there, or the folder is that of another area
   */
  FileArea(StoreSettings.Area settings, Serving serving, UUID id, boolean isUsed)
      throws IOException {
    this.serving = settings.serve() == null ? serving : settings.serve();
    this.folder = new LocalFolder(settings, id, isUsed);
    this.levels = settings.levels();
    if (Files.getFileStore(folder.contents()).getBlockSize() > StoredContent.ALIGNMENT) {
      readThroughPageCache("its blocks are larger than 8 KiB");
    }
  }

  @Override
  public Serving serving() {
    return serving;
  }

  @Override
  public LocalFolder folder() {
    return folder;
  }

  @Override
  public void publish(Path complete, Digest digest) throws IOException {
    try {
      folder.requireMounted();
      makeFolder(digest);
      Files.move(complete, path(digest), ATOMIC_MOVE);
      LocalFolder.sync(folder(digest, levels));
    } catch (NoSuchFileException e) {
      if (Files.exists(complete)) {
        throw e;
      }
      throw new InboundExpired();
    } catch (IOException e) {
      throw folder.fullOr(e);
    }
  }

  // The folder of a content, which is on disk then: a second caller waits for the first one's.
  private void makeFolder(Digest digest) throws IOException {
    for (int depth = 1; depth <= levels; depth++) {
      Path made = folder(digest, depth);
      synchronized (synced) {
        // An administrator may have removed it.
        if (!synced.contains(made) || !Files.isDirectory(made)) {
          try {
            Files.createDirectory(made);
          } catch (FileAlreadyExistsException another) {
            // perhaps of a process that was killed before it could sync it
          }
          LocalFolder.sync(folder(digest, depth - 1));
          synced.add(made);
        }
      }
    }
  }

  private Path folder(Digest digest, int depth) {
    Path path = folder.contents();
    for (int level = 0; level < depth; level++) {
      path = path.resolve(digest.hex().substring(level * LETTERS, (level + 1) * LETTERS));
    }
    return path;
  }

  private Path path(Digest digest) {
    return folder(digest, levels).resolve(digest.hex());
  }

  @Override
  public OptionalLong size(Digest digest) throws IOException {
    try {
      return OptionalLong.of(Files.size(path(digest)));
    } catch (NoSuchFileException e) {
      folder.requireMounted();
      return OptionalLong.empty();
    }
  }

  @Override
  public StoredContent open(Digest digest) throws IOException {
    return openFile(path(digest), StandardOpenOption.READ);
  }

  private StoredContent openFile(Path path, OpenOption... options) throws IOException {
    try {
      return new OpenFile(path, FileChannel.open(path, options));
    } catch (NoSuchFileException e) {
      folder.requireMounted();
      throw e;
    }
  }

  @Override
  public StoredContent openDirect(Digest digest) throws IOException {
    if (isDirect) {
      try {
        return openFile(path(digest), StandardOpenOption.READ, ExtendedOpenOption.DIRECT);
      } catch (NoSuchFileException e) {
        throw e;
      } catch (IOException | UnsupportedOperationException e) {
        // What fails for another reason, such as too many open files, fails here as well.
        StoredContent indirect = open(digest);
        readThroughPageCache(String.valueOf(e.getMessage()));
        return indirect;
      }
    }
    return open(digest);
  }

  private void readThroughPageCache(String reason) {
    isDirect = false;
    LOG.warn(
        "The file system of the storage area '{}' refuses direct reads ({}): the operating"
            + " system's page cache holds its contents as well",
        name(),
        reason);
  }

  private record OpenFile(Path path, FileChannel channel) implements StoredContent {
    @Override
    public long size() throws IOException {
      return channel.size();
    }

    @Override
    public long read(long position, ByteBuffer... targets) throws IOException {
      channel.position(position);
      long total = 0;
      long read = channel.read(targets);
      while (read > 0) {
        total += read;
        // A direct read from the content's end on would fail, for it is no multiple.
        read = position + total < channel.size() ? channel.read(targets) : 0;
      }
      return total;
    }

    @Override
    public Optional<Path> file() {
      return Optional.of(path);
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  @Override
  public void delete(Digest digest) throws IOException {
    Files.deleteIfExists(path(digest));
  }

  @Override
  public void quarantine(Digest digest) throws IOException {
    try {
      Files.move(path(digest), folder.quarantine().resolve(digest.hex()), ATOMIC_MOVE);
    } catch (NoSuchFileException e) {
      return;
    }
    LocalFolder.sync(folder.quarantine());
    LocalFolder.sync(folder(digest, levels));
  }

  @Override
  public void forEachContent(Instant before, Consumer<Digest> visitor) throws IOException {
    folder.requireMounted();
    Files.walkFileTree(
        folder.contents(),
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String hex = file.getFileName().toString();
            if (Digest.isHex(hex) && attributes.lastModifiedTime().toInstant().isBefore(before)) {
              visitor.accept(new Digest(hex));
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE; // removed since its folder was listed
            }
            throw e;
          }
        });
  }

  @Override
  public boolean isOlder(Digest digest, Instant time) {
    return isOlder(path(digest), time);
  }

  /** Returns whether a file was there and unchanged before a time; not if it is gone meanwhile. */
  static boolean isOlder(Path file, Instant time) {
    try {
      return Files.isRegularFile(file)
          && Files.getLastModifiedTime(file).toInstant().isBefore(time);
    } catch (IOException gone) {
      return false;
    }
  }
}

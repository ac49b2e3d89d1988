package org.reprise.cps.schema;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import org.reprise.cps.fault.Busy;
import org.reprise.cps.fault.Excerpt;
import org.reprise.kit.limits.ByteBudget;
import org.springframework.util.StringUtils;

/** The YANG sources of a schema set, not parsed yet: texts, sorted by file name. */
public record YangSources(Map<String, String> byFileName) {
  private static final String YANG = ".yang";

  /** More entries than any published model needs. */
  static final int MAX_ENTRIES = 2_000;

  static final int MAX_BYTES = 32 * 1024 * 1024;

  public YangSources {
    byFileName = Collections.unmodifiableMap(new TreeMap<>(byFileName));
    if (byFileName.isEmpty()) {
      throw new InvalidYang("There is no .yang file in it.");
    }
  }

  // Measured: for a moment, the bytes, the characters and the text of a file are there together,
  // and later the text with the arrays that the driver makes of it.
  private static final int HEAP_PER_BYTE = 6;

  /**
   * Reads an upload: one {@code .yang} file, or a {@code .zip} of them. Folders do not matter, for
   * nothing is written to a disk; files of other kinds are passed over.
   *
   * @param fileName decides by its ending, in capitals or not
   * @param memory that what is unpacked is taken from, before more is
   * @throws Busy where that is not there
   * @throws InvalidYang for another kind of file, and as {@link #zip(byte[])}
   */
  static YangSources of(String fileName, byte[] content, ByteBudget.Share memory) {
    String name = baseName(fileName);
    if (StringUtils.endsWithIgnoreCase(name, YANG)) {
      take(memory, content.length);
      return new YangSources(Map.of(yangName(name), text(name, content)));
    }
    if (StringUtils.endsWithIgnoreCase(name, ".zip")) {
      return zip(content, memory);
    }
    throw new InvalidYang(
        "The file '%s' must be a .zip or .yang file.".formatted(Excerpt.of(fileName, 200)));
  }

  /**
   * Reads a zip archive of {@code .yang} files.
   *
   * @throws InvalidYang for an archive that is broken, too large unpacked, has too many entries,
   *     the same file twice, or text that is not UTF-8
   */
  public static YangSources zip(byte[] content) {
    return zip(content, new ByteBudget(Long.MAX_VALUE).share());
  }

  private static YangSources zip(byte[] content, ByteBudget.Share memory) {
    Map<String, String> sources = new TreeMap<>();
    int entries = 0;
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(content))) {
      InputStream unpacked = new Unpacked(zip, memory);
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        if (++entries > MAX_ENTRIES) {
          throw new InvalidYang("The archive has more than %d entries.".formatted(MAX_ENTRIES));
        }
        // Every entry is read with the bound, wanted or not: skipping one unpacks it as well.
        byte[] bytes = unpacked.readAllBytes();
        String name = baseName(entry.getName());
        if (!entry.isDirectory()
            && StringUtils.endsWithIgnoreCase(name, YANG)
            && !name.startsWith("._")
            && sources.putIfAbsent(yangName(name), text(name, bytes)) != null) {
          throw new InvalidYang("The archive holds %s twice.".formatted(name));
        }
      }
    } catch (ZipException e) {
      throw new InvalidYang("The archive is broken: " + e.getMessage());
    } catch (IOException | IllegalArgumentException e) {
      throw new InvalidYang("The archive cannot be read: " + e.getMessage());
    }
    if (entries == 0) {
      throw new InvalidYang("The file is no zip archive, or an empty one.");
    }
    return new YangSources(sources);
  }

  /** SHA-256 over names and texts: equal sources share one parsed schema. */
  String digest() {
    Hasher digest = Hashing.sha256().newHasher();
    byFileName.forEach((name, text) -> {
      digest.putString(name, StandardCharsets.UTF_8).putByte((byte) 0);
      digest.putString(text, StandardCharsets.UTF_8).putByte((byte) 0);
    });
    return digest.hash().toString();
  }

  private static void take(ByteBudget.Share memory, long bytes) {
    if (!memory.cover(HEAP_PER_BYTE * bytes)) {
      // At once, so that of several that grow together the others find room.
      memory.close();
      throw Busy.memory();
    }
  }

  /** What an archive unpacks to, all entries together. */
  private static final class Unpacked extends FilterInputStream {
    private final ByteBudget.Share memory;
    private long bytes;

    Unpacked(InputStream zip, ByteBudget.Share memory) {
      super(zip);
      this.memory = memory;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int read = super.read(buffer, offset, length);
      bytes += Math.max(read, 0);
      if (bytes > MAX_BYTES) {
        throw new InvalidYang("The archive unpacks to more than %d bytes.".formatted(MAX_BYTES));
      }
      take(memory, bytes);
      return read;
    }
  }

  private static String text(String name, byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new InvalidYang("%s is not UTF-8 text (RFC 7950, section 6).".formatted(name));
    }
  }

  private static String baseName(String path) {
    return path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  }

  // yangtools wants the ending in small letters.
  private static String yangName(String name) {
    return name.substring(0, name.length() - YANG.length()) + YANG;
  }
}

package org.reprise.cps.sample;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * YANG modules from the classpath, in the order given.
 *
 * @param byFileName module text by file name, {@code name@revision.yang}
 */
record YangSources(Map<String, String> byFileName) {

  /**
   * The earliest moment that the zip format can express, so that equal modules give equal bytes.
   */
  private static final LocalDateTime ZIP_EPOCH = LocalDateTime.of(1980, 1, 1, 0, 0);

  YangSources {
    byFileName = Collections.unmodifiableMap(new LinkedHashMap<>(byFileName));
  }

  /**
   * Reads the resources.
   *
   * @param paths absolute resource names
   * @throws IllegalStateException when one is missing: the jar that holds it is not on the
   *     classpath
   */
  static YangSources read(List<String> paths) {
    Map<String, String> sources = new LinkedHashMap<>();
    for (String path : paths) {
      sources.put(path.substring(path.lastIndexOf('/') + 1), text(path));
    }
    return new YangSources(sources);
  }

  private static String text(String path) {
    try (var in = YangSources.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException("YANG module " + path + " is not on the classpath");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("YANG module " + path + " cannot be read", e);
    }
  }

  /** The modules as a flat zip archive. */
  byte[] zip() {
    var bytes = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(bytes, StandardCharsets.UTF_8)) {
      for (var source : byFileName.entrySet()) {
        var entry = new ZipEntry(source.getKey());
        entry.setTimeLocal(ZIP_EPOCH);
        zip.putNextEntry(entry);
        zip.write(source.getValue().getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("An archive in memory cannot be written", e);
    }
    return bytes.toByteArray();
  }
}

package org.reprise.localstack.process;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * A file about one started process, for whoever must end it when its owner no longer can.
 *
 * <p>The file of a thrown-away server is written before its directory exists, without a process,
 * and goes last: a kill at any point leaves enough to clean up by.
 *
 * @param name what the process is, for people
 * @param process the process; null while it has not been started yet
 * @param owner the JVM whose end must be the process's end; null for a detached process
 * @param signal how the process is asked to end
 * @param temporary whether the directory beside the file, with its name less the suffix, goes with
 *     the process
 * @param place where the two run
 */
record PidFile(
    String name,
    @Nullable ProcessIdentity process,
    @Nullable ProcessIdentity owner,
    StopSignal signal,
    boolean temporary,
    Place place) {

  PidFile(
      String name,
      @Nullable ProcessIdentity process,
      @Nullable ProcessIdentity owner,
      StopSignal signal,
      boolean temporary) {
    this(name, process, owner, signal, temporary, Place.here());
  }

  static final String SUFFIX = ".pid";

  /** The directory that a pid file speaks of when its process has a temporary one. */
  static Path temporaryDirectory(Path file) {
    String name = file.getFileName().toString();
    return file.resolveSibling(name.substring(0, name.length() - SUFFIX.length()));
  }

  /** Deletes the file, and before it the temporary directory that it speaks of. */
  void discard(Path file) {
    if (temporary) {
      ServerHome.delete(temporaryDirectory(file), file);
    } else {
      FileTree.delete(file);
    }
  }

  boolean detached() {
    return owner == null;
  }

  /** Returns whether another machine or container wrote the file: only it sees what lives. */
  boolean elsewhere() {
    return place.isElsewhere();
  }

  /** Returns whether nobody is left who would end the process, as far as can be seen from here. */
  boolean orphaned() {
    return owner != null && !elsewhere() && !owner.isAlive();
  }

  boolean running() {
    return process != null && !elsewhere() && process.isAlive();
  }

  /** Returns whether the process has ended and its file was left. */
  boolean died() {
    return process != null && !elsewhere() && !process.isAlive();
  }

  /** Writes the file so that a reader sees the old text or the new one, never half of it. */
  void write(Path file) {
    Properties properties = new Properties();
    properties.setProperty("name", name);
    properties.setProperty("signal", signal.name());
    put(properties, "process", process);
    put(properties, "owner", owner);
    properties.setProperty("temporary", Boolean.toString(temporary));
    properties.setProperty("place.host", place.host());
    properties.setProperty("place.boot", place.boot());
    properties.setProperty("place.processes", place.processes());
    try {
      StringWriter text = new StringWriter();
      properties.store(text, null);
      Files.createDirectories(file.toAbsolutePath().getParent());
      Path unfinished = file.resolveSibling(file.getFileName() + ".new");
      Files.writeString(unfinished, text.toString());
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new LocalStackException("cannot write the pid file " + file + ": " + e, e);
    }
  }

  /** Reads a pid file; empty when there is none, or what is there was not written by this class. */
  static Optional<PidFile> read(Path file) {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(Files.readString(file)));
      return Optional.of(
          new PidFile(
              required(properties, "name"),
              identity(properties, "process"),
              identity(properties, "owner"),
              StopSignal.valueOf(required(properties, "signal")),
              Boolean.parseBoolean(required(properties, "temporary")),
              place(properties)));
    } catch (NoSuchFileException | IllegalArgumentException absentOrForeign) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void put(Properties properties, String key, @Nullable ProcessIdentity identity) {
    if (identity != null) {
      properties.setProperty(key + ".pid", Long.toString(identity.pid()));
      properties.setProperty(key + ".started", identity.started());
    }
  }

  private static @Nullable ProcessIdentity identity(Properties properties, String key) {
    return properties.getProperty(key + ".pid") == null
        ? null
        : new ProcessIdentity(
            Long.parseLong(required(properties, key + ".pid")),
            required(properties, key + ".started"));
  }

  private static Place place(Properties properties) {
    return new Place(
        required(properties, "place.host"),
        required(properties, "place.boot"),
        required(properties, "place.processes"));
  }

  private static String required(Properties properties, String key) {
    String value = properties.getProperty(key);
    if (value == null) {
      throw new IllegalArgumentException("no " + key);
    }
    return value;
  }
}

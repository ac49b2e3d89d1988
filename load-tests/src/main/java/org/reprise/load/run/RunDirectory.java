package org.reprise.load.run;

import java.io.Closeable;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.reprise.load.measure.Measured;
import tools.jackson.core.JacksonException;

/**
 * The directory of one run below the results: run.json, figures.csv, index.html and what else a run
 * leaves. Every file is written beside its place and then moved there, so that a reader never sees
 * half of one.
 */
public record RunDirectory(Path path) {
  public static final String LATEST = "latest";
  public static final String RECORD = "run.json";
  private static final String EXECUTIONS = "executions";
  private static final String SUFFIX = ".json";
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  /** Makes {@code SYSTEM-PROFILE-TIME} below the results; a second of one name gets a number. */
  public static RunDirectory create(Path results, String system, String profile, Instant started)
      throws IOException {
    Files.createDirectories(results);
    String stem = "%s-%s-%s".formatted(system, profile, STAMP.format(started));
    for (int i = 1; ; i++) {
      Path path = results.resolve(i == 1 ? stem : stem + "-" + i);
      try {
        Files.createDirectory(path);
        return new RunDirectory(path.toAbsolutePath().normalize());
      } catch (FileAlreadyExistsException e) {
        // The next number is tried.
      }
    }
  }

  /**
   * Opens a run by its id below the results, by {@code latest}, or by a path.
   *
   * @throws RunUnreadableException where there is no such directory
   */
  public static RunDirectory open(Path results, String run) {
    Path below = results.resolve(run);
    Path candidate = Files.isDirectory(below) ? below : Path.of(run);
    if (!Files.isDirectory(candidate)) {
      throw new RunUnreadableException("there is no run \"%s\" in %s".formatted(run, results));
    }
    try {
      // A run is called by its own name, whatever pointed at it.
      return new RunDirectory(
          Files.isSymbolicLink(candidate)
              ? candidate.toRealPath()
              : candidate.toAbsolutePath().normalize());
    } catch (IOException e) {
      throw new RunUnreadableException(run + " cannot be read: " + e.getMessage(), e);
    }
  }

  public String runId() {
    return String.valueOf(path.getFileName());
  }

  /**
   * Keeps other commands from the run until it is closed; the kernel takes the lock from a command
   * that is killed.
   *
   * @throws RunUnreadableException where another command has it
   */
  public Closeable hold() throws IOException {
    return CommandLock.take(
        path.resolve(".lock"),
        () -> {
          throw new RunUnreadableException(
              "the run %s is under way in another command".formatted(runId()));
        });
  }

  public RunRecord read() {
    return RunJson.read(path.resolve(RECORD));
  }

  /** Reads the record of a run that can go on; throws RunUnreadableException of an ended one. */
  public RunRecord readUnfinished() {
    var record = read();
    if (record.manifest().resumeOptions() == null) {
      throw refused("it was finished at " + record.manifest().finished());
    }
    return record;
  }

  /**
   * Requires that a run is done by the code and on the machine that it was begun with.
   *
   * @throws RunUnreadableException where it is not: its figures would not be of one measurement
   */
  public void requireSame(RunRecord begun, String commit, Environment here) {
    var others = begun.environment().differences(here);
    if (!begun.manifest().gitCommit().equals(commit)) {
      others.add("commit %s, now %s".formatted(begun.manifest().gitCommit(), commit));
    }
    if (!others.isEmpty()) {
      throw refused(
          "it was begun with other code or on another machine: " + String.join("; ", others));
    }
  }

  private RunUnreadableException refused(String why) {
    return new RunUnreadableException("the run %s cannot go on: %s".formatted(runId(), why));
  }

  /** Returns the results of the executions that have ended, by name. */
  public SortedMap<String, Measured> executions() throws IOException {
    var ended = new TreeMap<String, Measured>();
    var folder = Files.createDirectories(path.resolve(EXECUTIONS));
    try (var files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
      for (var file : files) {
        var name = String.valueOf(file.getFileName());
        try {
          Optional.ofNullable(RunJson.value(Files.readString(file), Measured.class))
              .ifPresent(it -> ended.put(name.substring(0, name.length() - SUFFIX.length()), it));
        } catch (JacksonException | CharacterCodingException e) {
          // A damaged file is none: its execution is repeated.
        }
      }
    }
    return ended;
  }

  /** Writes the result of an ended execution: a stop loses only what was under way. */
  public void addExecution(String name, Measured measured) throws IOException {
    Files.createDirectories(path.resolve(EXECUTIONS));
    write(EXECUTIONS + "/" + name + SUFFIX, RunJson.text(measured));
  }

  public void write(RunRecord record) throws IOException {
    write(RECORD, RunJson.text(record));
  }

  /**
   * Writes a text file in whole or not at all, also where the machine fails: it is on the disk
   * before it has its name. A stream, since an interrupted thread's channel is closed under it.
   */
  public void write(String name, String text) throws IOException {
    Path file = path.resolve(name);
    Path next = file.resolveSibling("." + file.getFileName() + "-" + UUID.randomUUID());
    try {
      try (var stream = new FileOutputStream(next.toFile())) {
        stream.write(text.getBytes(StandardCharsets.UTF_8));
        stream.getFD().sync();
      }
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(next);
    }
  }

  /** Points {@code latest} at this run. Readers see the old or the new link, never none. */
  public void markLatest() throws IOException {
    Path next = path.resolveSibling("." + LATEST + "-" + UUID.randomUUID());
    try {
      Files.createSymbolicLink(next, path.getFileName());
      Files.move(next, path.resolveSibling(LATEST), StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(next);
    }
  }
}

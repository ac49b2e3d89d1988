package org.reprise.load.run;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * start.json: what a run began with, so that it can go on after whatever stopped it.
 *
 * @param schemaVersion {@link RunRecord#SCHEMA_VERSION} of the program that began it
 * @param system for example {@code cps}
 * @param options of {@code run SYSTEM} that decide what is measured, as typed
 * @param commit of the checkout
 * @param machine where
 * @param resumed each time it went on
 * @param finished when everything had been measured and checked; null until then
 */
public record RunStart(
    int schemaVersion,
    String system,
    List<String> options,
    String command,
    Instant started,
    String commit,
    Environment machine,
    List<Resumption> resumed,
    @Nullable Instant finished) {
  private static final String FILE = "start.json";

  /** Copies lists. */
  public RunStart {
    options = List.copyOf(options);
    resumed = List.copyOf(resumed);
  }

  public static RunStart now(
      String system,
      List<String> options,
      String command,
      Instant started,
      String commit,
      Environment machine) {
    return new RunStart(
        RunRecord.SCHEMA_VERSION,
        system,
        options,
        command,
        started,
        commit,
        machine,
        List.of(),
        null);
  }

  /**
   * Reads that of a run which can go on.
   *
   * @throws RunUnreadableException where it cannot: it was never begun, was finished, or was begun
   *     by a newer program
   */
  public static RunStart read(RunDirectory directory) throws IOException {
    var file = directory.path().resolve(FILE);
    if (!Files.isRegularFile(file)) {
      throw refused(directory, "it has no " + FILE + ", so nothing says with what it was begun");
    }
    try {
      var text = Files.readString(file);
      var unused = RunJson.requireKnown(text, file.toString());
      var start = RunJson.value(text, RunStart.class);
      if (start.finished() != null) {
        throw refused(directory, "it was finished at " + start.finished());
      }
      return start;
    } catch (JacksonException e) {
      throw refused(directory, file + " is damaged: " + e.getOriginalMessage());
    } catch (CharacterCodingException e) {
      throw refused(directory, file + " is damaged: it is no text");
    }
  }

  /** Whether a run was stopped before its end. */
  public static boolean canGoOn(RunDirectory directory) {
    try {
      return read(directory).finished() == null;
    } catch (RunUnreadableException | IOException e) {
      return false;
    }
  }

  private static RunUnreadableException refused(RunDirectory directory, String why) {
    return new RunUnreadableException(
        "the run %s cannot go on: %s".formatted(directory.runId(), why));
  }

  /** Writes it, in whole or not at all. */
  public void write(RunDirectory directory) throws IOException {
    directory.write(FILE, RunJson.text(this));
  }

  /**
   * The same run, going on.
   *
   * @throws RunUnreadableException where the code or the machine is another: its figures would not
   *     be of one measurement
   */
  public RunStart resumed(RunDirectory directory, RunStart now, List<String> before) {
    var others = new ArrayList<String>();
    differ(others, "commit", commit, now.commit);
    differ(others, "CPU", machine.cpu(), now.machine.cpu());
    differ(others, "cores", machine.cores(), now.machine.cores());
    differ(others, "memory", machine.memoryBytes(), now.machine.memoryBytes());
    differ(others, "operating system", machine.os(), now.machine.os());
    differ(others, "JDK", machine.jdk(), now.machine.jdk());
    machine.otherSpeed(now.machine).ifPresent(others::add);
    if (!others.isEmpty()) {
      throw refused(
          directory,
          "it was begun with other code or on another machine: " + String.join("; ", others));
    }
    var all = new ArrayList<>(resumed);
    all.add(new Resumption(now.started, before));
    return new RunStart(
        schemaVersion, system, options, command, started, commit, machine, all, null);
  }

  private static void differ(
      List<String> others, String what, @Nullable Object then, @Nullable Object now) {
    if (!Objects.equals(then, now)) {
      others.add("%s %s, now %s".formatted(what, then, now));
    }
  }

  public RunStart finished(Instant when) {
    return new RunStart(
        schemaVersion, system, options, command, started, commit, machine, resumed, when);
  }
}

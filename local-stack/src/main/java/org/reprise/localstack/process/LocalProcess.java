package org.reprise.localstack.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A child process that is ended for sure: by {@link #stop}, by {@link #close}, when the JVM ends,
 * or, should the JVM be killed, by {@link Leftovers} through the pid file. A process that was
 * started {@linkplain Builder#detached detached} outlives the JVM and is ended on request only.
 *
 * <p>Where there is a {@code setsid} program (Linux) the child gets a session of its own, so that a
 * Ctrl-C in the terminal reaches the JVM alone, which then ends the child in its own order.
 */
public final class LocalProcess implements AutoCloseable {
  /** The time in which a process may end by itself after {@link #close} before it is killed. */
  private static final Duration GRACE = Duration.ofSeconds(10);

  private static final Set<String> PASSED_ON =
      Set.of("PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "TZ", "LANG", "LANGUAGE");

  /**
   * Becomes what follows once it is told to, after its pid file is written; ends where the JVM was
   * killed before. Neither pid nor start tick changes by exec.
   */
  static final List<String> WAITING =
      List.of(
          "/bin/sh", "-c", "read -r go && unset PWD OLDPWD SHLVL && exec \"$@\" < /dev/null", "sh");

  private static final Duration EXIT_CODE = Duration.ofSeconds(5);

  private final String name;
  private final ProcessIdentity identity;
  private final @Nullable Process child;
  private final @Nullable Path log;
  private final long logStart;
  private final @Nullable Path pidFile;
  private final StopSignal signal;

  private LocalProcess(
      String name,
      ProcessIdentity identity,
      @Nullable Process child,
      @Nullable Path log,
      long logStart,
      @Nullable Path pidFile,
      StopSignal signal) {
    this.name = name;
    this.identity = identity;
    this.child = child;
    this.log = log;
    this.logStart = logStart;
    this.pidFile = pidFile;
    this.signal = signal;
  }

  /**
   * Begins the description of a process.
   *
   * @param name what it is, for messages and the pid file
   * @param command the program and its arguments
   */
  public static Builder builder(String name, List<String> command) {
    return new Builder(name, command);
  }

  /**
   * Finds a process that this or another JVM started, by its pid file.
   *
   * @param pidFile the file given to {@link Builder#pidFile}
   * @return the process, or empty when there is no such file, the process has ended, or its pid
   *     belongs to another process by now
   */
  public static Optional<LocalProcess> find(Path pidFile) {
    return PidFile.read(pidFile)
        .filter(PidFile::running)
        .map(found -> {
          ProcessIdentity identity = Objects.requireNonNull(found.process());
          return new LocalProcess(found.name(), identity, null, null, 0, pidFile, found.signal());
        });
  }

  /**
   * Returns whether a process ended otherwise than by {@link #stop}: it crashed, was killed, or the
   * machine was started anew.
   *
   * @param pidFile the file given to {@link Builder#pidFile}
   * @return false while the process runs, after an orderly end, and when there never was one
   */
  public static boolean hasDied(Path pidFile) {
    return PidFile.read(pidFile).filter(PidFile::died).isPresent();
  }

  static LocalProcess of(String name, ProcessIdentity identity, StopSignal signal) {
    return new LocalProcess(name, identity, null, null, 0, null, signal);
  }

  /** Returns the process id, which is the program's own: no wrapper stays in between. */
  public long pid() {
    return identity.pid();
  }

  /** Returns whether this very process still runs, and not another one with its pid. */
  public boolean isAlive() {
    return identity.isAlive();
  }

  /**
   * Waits until the process serves.
   *
   * @param ready asked every 20 ms; an exception counts as not ready
   * @param limit how long to wait
   * @throws ProcessEnded as soon as the process has ended, with the tail of its log
   * @throws LocalStackException when the time is over, with the tail of its log
   */
  public void awaitReady(Callable<Boolean> ready, Duration limit) {
    try {
      Waiting.require(name + " getting ready", limit, () -> requireAlive() && ready.call());
    } catch (ProcessEnded ended) {
      throw ended;
    } catch (LocalStackException late) {
      throw new LocalStackException(
          late.getMessage() + "; its log:\n" + logTail(), late.getCause());
    }
  }

  /**
   * Waits until the process has ended by itself, and returns its exit code.
   *
   * @throws LocalStackException when the time is over
   * @throws IllegalStateException when another JVM started the process
   */
  public int awaitEnd(Duration limit) {
    if (child == null) {
      throw new IllegalStateException(name + " is no child of this JVM: it has no exit code here");
    }
    Waiting.require("the end of " + name, limit, () -> !child.isAlive());
    return child.exitValue();
  }

  /**
   * Ends the process and everything that it started: asks by its stop signal, kills after the
   * grace. The pid file goes, also when the process had ended already.
   *
   * @param grace how long it may take to end by itself
   */
  public synchronized void stop(Duration grace) {
    end(grace);
    if (pidFile != null) {
      discard(pidFile);
    }
  }

  /** Ends the process as {@link #stop} does, and leaves the pid file to who starts it again. */
  public synchronized void end(Duration grace) {
    try {
      Waiting.despiteInterruption(() -> family().end(grace, this::askToEnd));
    } finally {
      AtExit.remove(this);
    }
  }

  /** Kills the process and everything that it started at once, and leaves the pid file. */
  public synchronized void kill() {
    try {
      family().kill();
    } finally {
      AtExit.remove(this);
    }
  }

  // By now the file may speak of another process, which was started since.
  private void discard(Path file) {
    PidFile.read(file)
        .filter(found -> identity.equals(found.process()))
        .ifPresent(found -> found.discard(file));
  }

  /** Ends the process as {@link #stop} does, with a grace of ten seconds. */
  @Override
  public void close() {
    stop(GRACE);
  }

  /** Returns the last 40 lines that the process wrote since its start; empty without a log. */
  public String logTail() {
    return log == null ? "" : LogTail.read(log, logStart);
  }

  /**
   * Returns all that the process has written to its log since it was started.
   *
   * @throws IOException when the log cannot be read
   * @throws IllegalStateException when it has none
   */
  public String logged() throws IOException {
    if (log == null) {
      throw new IllegalStateException(name + " has no log");
    }
    try (InputStream written = Files.newInputStream(log)) {
      written.skipNBytes(logStart);
      return new String(written.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private boolean requireAlive() {
    if (isAlive()) {
      return true;
    }
    throw new ProcessEnded(name, exit(), logTail());
  }

  // The identity may be gone an instant before Java has collected the exit code.
  private String exit() {
    if (child == null || !Waiting.until(EXIT_CODE, () -> !child.isAlive())) {
      return "unexpectedly";
    }
    return "with exit code " + child.exitValue();
  }

  private ProcessFamily family() {
    return new ProcessFamily(name, identity);
  }

  private void askToEnd() {
    if (signal == StopSignal.TERM) {
      identity.handle().ifPresent(ProcessHandle::destroy);
      return;
    }
    // Java knows SIGTERM and SIGKILL only; kill is built into every POSIX shell.
    Programs.run(List.of("/bin/sh", "-c", "kill -s " + signal + " " + pid()));
  }

  /** Describes a process before it is started. */
  public static final class Builder {
    private final String name;
    private final List<String> command;
    private final Map<String, String> environment = new HashMap<>();
    private @Nullable Path directory;
    private @Nullable Path log;
    private @Nullable Path pidFile;
    private boolean temporary;
    private StopSignal signal = StopSignal.TERM;
    private boolean detached;
    private long logStart;
    private Predicate<String> withheld = variable -> false;
    private List<String> launcher = List.of();

    private Builder(String name, List<String> command) {
      if (command.isEmpty()) {
        throw new IllegalArgumentException("the command of " + name + " is empty");
      }
      this.name = name;
      this.command = List.copyOf(command);
    }

    /** Sets variables on top of those that the JVM has. */
    public Builder environment(Map<String, String> variables) {
      environment.putAll(variables);
      return this;
    }

    /**
     * Sets the words of another program before the command, which does something for the process
     * and then becomes it: {@code nice -n 5} for example.
     *
     * @param words the program and its own arguments; it must end in running what follows them by
     *     exec, so that the pid is the command's own
     */
    public Builder launchedBy(List<String> words) {
      launcher = List.copyOf(words);
      return this;
    }

    /**
     * Withholds everything of the JVM's environment but what programs need to find their files and
     * to speak a language. What is measured must not depend on who calls: Spring takes every
     * property from the environment, and every JVM takes {@code JAVA_TOOL_OPTIONS}.
     */
    public Builder cleanEnvironment() {
      withheld = variable -> !PASSED_ON.contains(variable) && !variable.startsWith("LC_");
      return this;
    }

    /** Sets the working directory, which must exist; the JVM's own when not set. */
    public Builder directory(Path path) {
      directory = path;
      return this;
    }

    /** Appends output and errors to a file, which only its owner may read when it is new. */
    public Builder log(Path path) {
      log = path;
      return this;
    }

    /**
     * Writes a pid file, by which {@link #find} and {@link Leftovers} know the process again.
     *
     * @param path the file, whose name ends in {@code .pid}; its directory is made when missing
     */
    public Builder pidFile(Path path) {
      if (!path.toString().endsWith(PidFile.SUFFIX)) {
        throw new IllegalArgumentException("not a name that ends in .pid: " + path);
      }
      pidFile = path;
      return this;
    }

    /** Sets the signal that asks the process to end, {@link StopSignal#TERM} when not set. */
    public Builder stopSignal(StopSignal by) {
      signal = by;
      return this;
    }

    /** Sets whether the process outlives the JVM, and nothing but a request ends it. */
    public Builder detached(boolean outlives) {
      detached = outlives;
      return this;
    }

    /** Lets {@link Leftovers} delete the directory beside the pid file with the process. */
    public Builder temporary(boolean thrownAway) {
      temporary = thrownAway;
      return this;
    }

    /**
     * Starts the process, which may not serve yet.
     *
     * @throws LocalStackException when the program cannot be started
     */
    public LocalProcess start() {
      Process process = launch();
      ProcessIdentity identity =
          ProcessIdentity.of(process.pid())
              // Ended already: an identity that no process has any more.
              .orElseGet(() -> new ProcessIdentity(process.pid(), "ended"));
      LocalProcess started =
          new LocalProcess(name, identity, process, log, logStart, pidFile, signal);
      try {
        if (pidFile != null) {
          ProcessIdentity owner = detached ? null : ProcessIdentity.ofThisJvm();
          new PidFile(name, identity, owner, signal, temporary).write(pidFile);
        }
        begin(process);
        if (!detached) {
          AtExit.add(started);
        }
      } catch (LocalStackException e) {
        started.stop(GRACE);
        throw e;
      }
      return started;
    }

    private void begin(Process process) {
      try (var go = process.getOutputStream()) {
        go.write('\n');
      } catch (IOException e) {
        throw new LocalStackException("cannot start " + name + ": " + e.getMessage(), e);
      }
    }

    private Process launch() {
      List<String> whole = new ArrayList<>(WAITING);
      whole.addAll(launcher);
      whole.addAll(command);
      ProcessBuilder builder = new ProcessBuilder(Programs.inOwnSession(whole));
      builder.environment().keySet().removeIf(withheld);
      builder.environment().putAll(environment);
      builder.redirectErrorStream(true);
      if (directory != null) {
        builder.directory(directory.toFile());
      }
      try {
        if (log != null) {
          Files.createDirectories(log.toAbsolutePath().getParent());
          FileTree.makeOwnFile(log);
          logStart = Files.size(log);
          builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        } else {
          builder.redirectOutput(ProcessBuilder.Redirect.INHERIT);
        }
        return builder.start();
      } catch (IOException e) {
        throw new LocalStackException("cannot start " + name + ": " + e.getMessage(), e);
      }
    }
  }
}

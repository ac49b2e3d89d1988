package org.reprise.localstack.process;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Processes that a killed JVM had started below a directory and not noted: the program that makes a
 * server's data, or a server in the instant between its start and its pid file. They are known by
 * their command lines.
 */
public final class Strays {
  private static final List<String> PROGRAMS =
      List.of("/bin/initdb ", "/bin/postgres ", " kafka.tools.StorageTool ", " kafka.Kafka ");

  private Strays() {}

  public static void end(Path below) {
    ProcessHandle.allProcesses()
        .filter(process -> isStray(process.info().commandLine().orElse(""), below))
        .flatMap(process -> ProcessIdentity.of(process.pid()).stream())
        .forEach(stray -> LocalProcess.of("stray", stray, StopSignal.QUIT).close());
  }

  /** Returns whether a command line is of a program of ours that works below a directory. */
  static boolean isStray(String command, Path below) {
    // A sibling's name may begin with this one's.
    boolean isBelow =
        (command + " ").matches("(?s).*" + Pattern.quote(below.toString()) + "[/ ].*");
    return isBelow && PROGRAMS.stream().anyMatch(command::contains);
  }
}

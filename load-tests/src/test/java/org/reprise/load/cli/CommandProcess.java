package org.reprise.load.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.reprise.load.deploy.Commands;

/**
 * The real command line: the launcher script in a process of its own, its results in a folder of
 * the test's.
 */
final class CommandProcess implements AutoCloseable {
  private final Process process;
  private final Path out;
  private final Path err;

  private CommandProcess(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  static CommandProcess start(Path folder, String... arguments) throws IOException {
    return start(folder, Map.of(), arguments);
  }

  /** The same, called by somebody with variables of their own. */
  static CommandProcess start(Path folder, Map<String, String> environment, String... arguments)
      throws IOException {
    var root = Path.of("..").toAbsolutePath().normalize();
    var command = new ArrayList<String>();
    command.add(root.resolve("reprise").toString());
    command.addAll(List.of(arguments));
    var out = folder.resolve("out.txt");
    var err = folder.resolve("err.txt");
    var builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().put("REPRISE_NO_BUILD", "1");
    builder.environment().put("REPRISE_RESULTS", folder.resolve("results").toString());
    builder.environment().putAll(environment);
    return new CommandProcess(builder.start(), out, err);
  }

  /** Makes a checkout with services of this one, which are taken apart only once for both. */
  static void checkout(Path folder, String... modules) throws IOException {
    var root = Path.of("..").toAbsolutePath().normalize();
    var services = Files.createDirectories(root.resolve(".reprise").resolve("service"));
    var state = Files.createDirectory(folder.resolve(".reprise"));
    Files.createSymbolicLink(state.resolve("service"), services);
    for (var module : modules) {
      Files.createSymbolicLink(folder.resolve(module), root.resolve(module));
    }
  }

  /** The same in another checkout, which holds no launcher: the program behind it. */
  static CommandProcess startJava(
      Path checkout, Map<String, String> environment, String... arguments) throws IOException {
    var command = new ArrayList<String>();
    command.add(Commands.ofJdk("java"));
    command.add("-Dreprise.home=" + checkout);
    command.add(Reprise.class.getName());
    command.addAll(List.of(arguments));
    var out = Files.createTempFile(checkout, "out", ".txt");
    var err = Files.createTempFile(checkout, "err", ".txt");
    var builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    builder.environment().putAll(environment);
    return new CommandProcess(builder.start(), out, err);
  }

  /** The exit code; the test fails where the command is still busy then. */
  int await(Duration limit) throws InterruptedException, IOException {
    if (!process.waitFor(limit.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError("still busy after " + limit + ":\n" + err());
    }
    return process.exitValue();
  }

  Process process() {
    return process;
  }

  String out() throws IOException {
    return Files.readString(out);
  }

  String err() throws IOException {
    return Files.readString(err);
  }

  /** Ends what is left of it. */
  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}

package org.reprise.lyopeer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * One of this module's programs in a JVM of its own: it is asked by a line and answers with lines.
 * It ends with {@link #close()}, and with the JVM that started it, when its input ends.
 */
public final class LyoProgram implements AutoCloseable {
  private static final String CARRIED = "/lyo-peer/";

  private final Process process;
  private final BufferedReader answers;

  private LyoProgram(Process process) {
    this.process = process;
    this.answers = process.inputReader(UTF_8);
  }

  /**
   * Starts Lyo's TRS client.
   *
   * @param folder for Lyo's jars, which are unpacked there where they are not yet
   * @param feed the tracked resource set
   */
  public static LyoProgram readFeed(Path folder, URI feed, String username, String password) {
    return start(
        folder,
        "org.reprise.lyopeer.ReadFeed",
        List.of(feed.toString()),
        Map.of("LYO_USERNAME", username, "LYO_PASSWORD", password));
  }

  /**
   * Starts Lyo's client of queries, which {@link #readOn} lets read all pages.
   *
   * @param folder for Lyo's jars
   * @param capability the address that is queried
   * @param pageSize how many members a page is to have
   */
  public static LyoProgram readQuery(
      Path folder, URI capability, int pageSize, String username, String password) {
    return start(
        folder,
        "org.reprise.lyopeer.ReadQuery",
        List.of(capability.toString(), "" + pageSize),
        Map.of("LYO_USERNAME", username, "LYO_PASSWORD", password));
  }

  /**
   * Starts a feed that Lyo's TRS server keeps.
   *
   * @param folder for Lyo's jars
   * @param basePage members on a page of the base
   * @param logPage events on a page of the change log
   * @param members resources that are there from the start
   */
  public static LyoProgram serveFeed(Path folder, int basePage, int logPage, int members) {
    return start(
        folder,
        "org.reprise.lyopeer.ServeFeed",
        List.of("" + basePage, "" + logPage, "" + members),
        Map.of());
  }

  private static LyoProgram start(
      Path folder, String program, List<String> arguments, Map<String, String> environment) {
    try {
      unpack(folder);
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
      // Lyo's dependency injection defines classes by reflection.
      command.add("--add-opens=java.base/java.lang=ALL-UNNAMED");
      command.addAll(List.of("-cp", folder + "/*:" + ownClasses(), program));
      command.addAll(arguments);
      ProcessBuilder builder = new ProcessBuilder(command);
      builder.environment().putAll(environment);
      builder.redirectError(folder.resolve(program + ".log").toFile());
      return new LyoProgram(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path ownClasses() {
    try {
      return Path.of(LyoProgram.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void unpack(Path folder) throws IOException {
    Files.createDirectories(folder);
    for (String path : new String(open("jars.txt").readAllBytes(), UTF_8).strip().split(":")) {
      String jar = path.substring(path.lastIndexOf('/') + 1);
      if (!Files.exists(folder.resolve(jar))) {
        try (InputStream content = open(jar)) {
          Files.copy(content, folder.resolve(jar));
        }
      }
    }
  }

  private static InputStream open(String name) {
    InputStream stream = LyoProgram.class.getResourceAsStream(CARRIED + name);
    if (stream == null) {
      throw new IllegalStateException("Lyo is not on the class path: " + CARRIED + name);
    }
    return stream;
  }

  /** Asks it for something. */
  public void sendLine(String line) {
    try {
      process.outputWriter(UTF_8).append(line).append('\n').flush();
    } catch (IOException e) {
      throw new UncheckedIOException("the program has ended", e);
    }
  }

  /**
   * Its next line.
   *
   * @throws IllegalStateException where it has ended instead
   */
  public String readLine() {
    try {
      String line = answers.readLine();
      if (line == null) {
        throw new IllegalStateException("the program has ended: see its log");
      }
      return line;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Its next lines up to one, which is not among them. */
  private List<String> readUntil(String last) {
    List<String> lines = new ArrayList<>();
    for (String line = readLine(); !line.equals(last); line = readLine()) {
      lines.add(line);
    }
    return lines;
  }

  /** Lets Lyo's client read on to the newest event, or all pages of its query. */
  public Reading readOn() {
    sendLine("");
    return new Reading(readUntil("end"));
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}

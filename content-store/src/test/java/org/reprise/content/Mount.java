package org.reprise.content;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** A small file system of a test's own. Where mounting is not allowed, the test is skipped. */
public final class Mount implements AutoCloseable {
  private final Path folder;

  private Mount(Path folder) {
    this.folder = folder;
  }

  public Path folder() {
    return folder;
  }

  /** A file system in memory, such as tmpfs, which counts bytes and inodes, or ramfs. */
  public static Mount inMemory(String type, Path folder, String options) throws IOException {
    return mount(folder, "-t", type, "-o", options, type);
  }

  /**
   * An ext4 in a file that takes its space as it is written to. The kernel does not write to it by
   * itself, as it would in the background after the mount.
   */
  public static Mount ext4(Path image, Path folder, int megabytes, String... options)
      throws IOException {
    run("truncate", "-s", megabytes + "M", image.toString());
    List<String> make = new ArrayList<>(List.of("mkfs.ext4", "-q", "-F", "-m", "0"));
    make.addAll(List.of(options));
    make.add(image.toString());
    run(make.toArray(String[]::new));
    return mount(folder, "-o", "loop,noinit_itable", image.toString());
  }

  private static Mount mount(Path folder, String... arguments) throws IOException {
    Files.createDirectories(folder);
    List<String> command = new ArrayList<>(List.of("mount"));
    command.addAll(List.of(arguments));
    command.add(folder.toString());
    run(command.toArray(String[]::new));
    return new Mount(folder);
  }

  private static void run(String... command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      Assumptions.assumeTrue(
          process.onExit().join().exitValue() == 0,
          () -> String.join(" ", command) + " failed: " + output);
    } catch (IOException e) {
      Assumptions.abort("Cannot run " + command[0] + ": " + e.getMessage());
    }
  }

  @Override
  public void close() {
    run("umount", "-l", folder.toString());
  }
}

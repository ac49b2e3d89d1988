package org.reprise.load.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Where the hierarchies of control groups are, and where this process is in them: what {@code
 * /proc/self/mountinfo} and {@code /proc/self/cgroup} say.
 *
 * @param first version 1, the hierarchy with the cpu controller
 * @param second version 2
 */
record Mounts(Optional<Mount> first, Optional<Mount> second) {
  /**
   * One hierarchy.
   *
   * @param folder where it is mounted
   * @param own the group of this process
   */
  record Mount(Path folder, Path own) {}

  /**
   * Reads them.
   *
   * @param root of the file system; another folder in tests
   * @throws IOException where there is no such system
   */
  static Mounts of(Path root) throws IOException {
    List<String> mounts;
    List<String> own;
    try {
      mounts = Files.readAllLines(root.resolve("proc/self/mountinfo"));
      own = Files.readAllLines(root.resolve("proc/self/cgroup"));
    } catch (IOException e) {
      throw new IOException("there are no control groups here (they are Linux's)", e);
    }
    return new Mounts(
        mount(root, mounts, own, "cgroup", "cpu"), mount(root, mounts, own, "cgroup2", ""));
  }

  private static Optional<Mount> mount(
      Path root, List<String> mounts, List<String> own, String type, String controller) {
    for (var line : mounts) {
      // id parent device ROOT MOUNTPOINT options ... - TYPE source SUPEROPTIONS
      var halves = line.split(" - ", 2);
      var before = halves[0].split(" ", -1);
      var after = halves.length == 2 ? halves[1].split(" ", -1) : new String[0];
      if (after.length < 3 || before.length < 5 || !after[0].equals(type)) {
        continue;
      }
      if (controller.isEmpty() || List.of(after[2].split(",")).contains(controller)) {
        var folder = under(root, before[4]);
        var path = path(own, controller);
        // In a container the mount begins within the hierarchy, and the path may begin above it.
        var below =
            !before[3].equals("/") && path.startsWith(before[3])
                ? path.substring(before[3].length())
                : path;
        var at = under(folder, below);
        return Optional.of(new Mount(folder, Files.isDirectory(at) ? at : folder));
      }
    }
    return Optional.empty();
  }

  private static String path(List<String> own, String controller) {
    for (var line : own) {
      var parts = line.split(":", 3);
      if (parts.length == 3
          && (controller.isEmpty()
              ? parts[0].equals("0")
              : List.of(parts[1].split(",")).contains(controller))) {
        return parts[2];
      }
    }
    return "/";
  }

  private static Path under(Path folder, String path) {
    var relative = path.startsWith("/") ? path.substring(1) : path;
    return relative.isEmpty() ? folder : folder.resolve(relative).normalize();
  }
}

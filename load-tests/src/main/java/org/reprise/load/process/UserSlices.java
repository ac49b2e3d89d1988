package org.reprise.load.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.reprise.load.measure.Throttling;

/**
 * The user's own systemd (systemd-run(1)): each process is started in a scope, the scopes of a role
 * are in one slice, and the slice has the limit. Scopes and slices end with their last process.
 *
 * @param run the program that starts a process in a scope
 * @param control the program that changes a slice
 * @param root of the file system; another folder in tests
 */
record UserSlices(String run, String control, Path root) implements Way {
  private static final long LONGEST_SECONDS = 10;

  static UserSlices ofThisMachine(Path root) {
    return new UserSlices("systemd-run", "systemctl", root);
  }

  @Override
  public String name() {
    return "systemd";
  }

  @Override
  public RoleGroup group(GroupName name) throws IOException {
    return new Slice(name.text() + ".slice");
  }

  /** systemd does so by itself. */
  @Override
  public void removeLeft() {}

  @Override
  public String endScript() {
    return """
    for s in "$@"; do "%s" --user kill "$s" 2>/dev/null; done
    sleep 5
    for s in "$@"; do "%s" --user kill --signal=KILL "$s" 2>/dev/null; done
    """
        .formatted(control, control);
  }

  /** One role's. */
  final class Slice implements RoleGroup {
    private final String unit;
    private volatile @Nullable Path folder;

    Slice(String unit) {
      this.unit = unit;
    }

    @Override
    public String handle() {
      return unit;
    }

    @Override
    public List<String> prefix() {
      return List.of(run, "--user", "--scope", "--quiet", "--collect", "--slice=" + unit, "--");
    }

    @Override
    public void limit(OptionalDouble cores) throws IOException {
      if (cores.isEmpty()) {
        // Without a value the property goes back to no limit.
        set("CPUQuota=");
      } else {
        set(
            "CPUQuota=" + Math.max(1, Math.round(cores.getAsDouble() * 100)) + "%",
            "CPUQuotaPeriodSec=" + Quota.of(cores.getAsDouble()).periodMicros() / 1_000 + "ms");
      }
    }

    private void set(String... properties) throws IOException {
      var command = new ArrayList<>(List.of(control, "--user", "set-property", "--runtime", unit));
      command.addAll(List.of(properties));
      answer(command.toArray(String[]::new));
    }

    @Override
    public Throttling throttling() throws IOException {
      return ControlGroups.statistics(Files.readAllLines(folder().resolve("cpu.stat")));
    }

    /** Asked for until the slice has one, which it keeps: it follows from the slice's name. */
    private Path folder() throws IOException {
      var known = folder;
      if (known != null) {
        return known;
      }
      var group =
          answer(control, "--user", "show", "--property=ControlGroup", "--value", unit).strip();
      if (group.isEmpty()) {
        throw new IOException(unit + " has no process yet");
      }
      var mount = Mounts.of(root).second().orElseThrow(() -> new IOException("no cgroup v2"));
      var found = mount.folder().resolve(group.replaceFirst("^/", ""));
      folder = found;
      return found;
    }

    @Override
    public void remove() {}
  }

  private static String answer(String... command) throws IOException {
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    try {
      // What these print is far smaller than a pipe.
      if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IOException(command[0] + " does not answer");
      }
      var text = new String(process.getInputStream().readAllBytes(), UTF_8);
      if (process.exitValue() != 0) {
        throw new IOException(command[0] + ": " + text.strip());
      }
      return text;
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}

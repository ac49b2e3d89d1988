package org.reprise.load.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.reprise.load.child.ProgressLine;
import org.reprise.load.child.RunListener;
import org.reprise.load.lists.ListsBenchmark;
import org.reprise.load.lists.ListsPlan;
import org.reprise.load.lists.ListsProfile;
import org.reprise.load.lists.ListsTarget;
import org.reprise.load.stack.Home;
import picocli.CommandLine;

/** {@code reprise bench lists}. */
final class ListsBench {
  private ListsBench() {}

  /**
   * Runs it.
   *
   * @param name of the profile whose amounts are taken
   * @param parts all where it is empty
   */
  static int run(String name, Set<ListsBenchmark.Part> parts, CommandLine command)
      throws IOException, SQLException, InterruptedException {
    var profile = ListsProfile.of(name).orElseThrow(() -> RunCommand.noProfile(name)).busy();
    var plan = new ListsPlan(profile, null, 1, Duration.ZERO, 1);
    var home = Home.current();
    var folder = home.state().resolve("bench");
    var listener = new Steps(command.getErr());
    try (var target =
        ListsTarget.openForBenchmark(
            profile.compatPoll(), home, folder.resolve("logs"), listener::step)) {
      var result =
          new ListsBenchmark(plan, target, home, folder, listener)
              .run(parts.isEmpty() ? EnumSet.allOf(ListsBenchmark.Part.class) : parts);
      print(profile, result, command.getOut());
      return result.faults().isEmpty() ? 0 : Reprise.FAILED;
    }
  }

  private static void print(ListsProfile profile, ListsBenchmark.Result result, PrintWriter out) {
    out.printf(
        "%,d items, lists of %,d; databases, broker, services and generator share %d cores%n",
        profile.inventory().items(),
        profile.inventory().out(),
        Runtime.getRuntime().availableProcessors());
    result
        .rows()
        .forEach(row ->
            out.printf(
                Locale.ROOT,
                "%-56s %,10.2f %-6s %-8s %s%n",
                row.what(),
                row.value(),
                row.unit(),
                row.aim(),
                row.aim().isEmpty() ? "" : row.met() ? "met" : "missed"));
    result.faults().forEach(out::println);
    out.flush();
  }

  /** Says each step on the error output. */
  private record Steps(PrintWriter err) implements RunListener {
    @Override
    public void step(String what) {
      err.println(what);
      err.flush();
    }

    @Override
    public void notice(String what) {
      step("note: " + what);
    }

    @Override
    public void progress(ProgressLine progress) {
      // The steps are enough.
    }
  }
}

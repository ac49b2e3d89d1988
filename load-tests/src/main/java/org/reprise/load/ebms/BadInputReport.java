package org.reprise.load.ebms;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.reprise.load.ebms.BadInputBench.Row;
import org.reprise.load.judge.ExitCode;

/** What {@code reprise bench ebms --bad-input} prints. */
final class BadInputReport {
  private BadInputReport() {}

  /** Prints the rows, the first and the last of which are good Pings; the exit code. */
  static int print(List<Row> rows, PrintWriter out) {
    // The last one: the service is as warm then as it was for the others, or warmer.
    var good = rows.getLast();
    out.printf(
        "One after another, each on a connection of its own; service and sender share %d cores%n",
        Runtime.getRuntime().availableProcessors());
    out.printf(
        "%-44s %12s %7s %6s %9s %9s %9s%n",
        "", "bytes", "sent", "status", "ms", "CPU ms", "to Ping");
    for (var row : rows) {
      out.printf(
          Locale.ROOT,
          "%-44s %,12d %,7d %6d %9.3f %9s %9s%n",
          row.name(),
          row.bytes(),
          row.sent(),
          row.status(),
          row.meanMs(),
          number("%.3f", row.cpuMs()),
          ratio(row, good));
    }
    out.println("to Ping: the service's CPU time for one, divided by that for the last good Ping");
    rows.stream().map(Row::fault).filter(Objects::nonNull).forEach(out::println);
    out.flush();
    return rows.stream().allMatch(row -> row.fault() == null) ? 0 : ExitCode.FAILED;
  }

  private static String ratio(Row row, Row good) {
    var cpu = row.cpuMs();
    var ofGood = good.cpuMs();
    return cpu == null || ofGood == null || ofGood == 0 ? "-" : number("×%.2f", cpu / ofGood);
  }

  private static String number(String format, @org.jspecify.annotations.Nullable Double value) {
    return value == null ? "-" : String.format(Locale.ROOT, format, value);
  }
}

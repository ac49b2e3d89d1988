package org.reprise.load.gc;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.HdrHistogram.Histogram;
import org.reprise.load.child.StepPrinter;
import org.reprise.load.clm.ServiceCalls;
import org.reprise.load.clm.ServiceTimes;
import org.reprise.load.judge.ExitCode;
import org.reprise.load.process.Shares;
import org.reprise.load.stack.Home;
import org.reprise.load.system.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code reprise bench gc}. */
@Command(
    name = "gc",
    description =
        "GET of a configuration beside an endpoint of the same server whose answer is constant and"
            + " as long, and how long it takes to resolve a configuration of which something has"
            + " just changed.",
    mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init")
final class GcBench implements Callable<Integer> {
  /** Of both answers. */
  private static final int BYTES = 4_096;

  /** What the constant answer has beside its text: {@code {"constant":""}}. */
  private static final int AROUND = 15;

  private static final int CONNECTIONS = 8;
  private static final double AIM_HOT = 0.8;
  private static final double AIM_COLD_MS = 100;
  private static final int COLD_TIMES = 40;
  private static final int WARM_UP_TIMES = 10;
  private static final int MIDDLE = 25;
  private static final int COMPONENTS = 100;

  /** Each of those in the middle has one at least: its place is what changes. */
  private static final int FEWEST_CONTRIBUTIONS = 2 * MIDDLE;

  private static final int MOST_CONTRIBUTIONS = 10_000;
  private static final int MOST_SECONDS = 3_600;
  private static final int MOST_ROUNDS = 100;

  @Spec private CommandSpec spec;

  @Option(
      names = "--seconds",
      defaultValue = "5",
      description = "Of each round (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--rounds",
      defaultValue = "3",
      description = "Of each of the two endpoints, in turns (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--contributions",
      defaultValue = "2500",
      description = "Of the tree that is resolved (default: ${DEFAULT-VALUE}).")
  private int contributions;

  @Override
  public Integer call() throws IOException, InterruptedException {
    require("--seconds", seconds, 1, MOST_SECONDS);
    require("--rounds", rounds, 1, MOST_ROUNDS);
    require("--contributions", contributions, FEWEST_CONTRIBUTIONS, MOST_CONTRIBUTIONS);
    var home = Home.current();
    var logs = home.state().resolve("bench-gc").resolve("logs");
    var listener = new StepPrinter(spec.commandLine().getErr());
    // The actuator's own endpoint that answers what the configuration says.
    var constant =
        Map.of("MANAGEMENT_INFO_ENV_ENABLED", "true", "INFO_CONSTANT", "c".repeat(BYTES - AROUND));
    try (var services =
        GcTarget.open(
            Shares.unlimited(), ServiceTimes.NONE, constant, home, logs, listener::step)) {
      var target = new GcTarget(services);
      listener.step("filling the applications and the service");
      target.fill(0.001, 1);
      var out = spec.commandLine().getOut();
      try (var calls = target.calls()) {
        var directory = Directory.read(calls, target.origin());
        listener.step("a configuration beside a constant answer");
        var isFast = hot(target, calls, directory, out);
        listener.step("%,d contributions, resolved anew".formatted(contributions));
        var isQuick = cold(target, calls, out);
        return isFast && isQuick ? 0 : ExitCode.FAILED;
      }
    }
  }

  private static void require(String option, int typed, int least, int most) {
    if (typed < least || typed > most) {
      throw new UsageException("%s: %d to %d, not %d".formatted(option, least, most, typed));
    }
  }

  /** Both in turns, so that what slows the machine for a while slows both. */
  private boolean hot(GcTarget target, ServiceCalls calls, Directory directory, PrintWriter out)
      throws IOException, InterruptedException {
    var configuration = URI.create(directory.streams().getFirst().what().uri());
    pad(calls, configuration);
    var constant = target.origin().resolve("/actuator/info");
    var gets = new LeanGets(CONNECTIONS, target.credentials());
    var length = Duration.ofSeconds(seconds);
    var configurations = new ArrayList<Double>();
    var constants = new ArrayList<Double>();
    for (int round = 0; round <= rounds; round++) {
      var one = gets.perSecond(configuration, "text/turtle", BYTES, length);
      var other = gets.perSecond(constant, "application/json", BYTES, length);
      // The first round compiles code.
      if (round > 0) {
        configurations.add(one);
        constants.add(other);
      }
    }
    var ratio = mean(configurations) / mean(constants);
    print(out, "GET of a configuration, %,d bytes".formatted(BYTES), mean(configurations), "/s");
    print(out, "constant answer of the same size", mean(constants), "/s");
    out.printf(
        Locale.ROOT,
        "%-44s %12.2f, aim: at least %.2f; rounds %s%n",
        "the one divided by the other",
        ratio,
        AIM_HOT,
        rounds(configurations, constants));
    out.flush();
    return ratio >= AIM_HOT;
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }

  private static List<String> rounds(List<Double> ones, List<Double> others) {
    var all = new ArrayList<String>();
    for (int i = 0; i < ones.size(); i++) {
      all.add(String.format(Locale.ROOT, "%.2f", ones.get(i) / others.get(i)));
    }
    return all;
  }

  /** Gives the configuration a description that makes its document as long as the constant one. */
  private static void pad(ServiceCalls calls, URI configuration)
      throws IOException, InterruptedException {
    var described = describe(calls, configuration, 1);
    var more = BYTES - described;
    if (more < 0) {
      throw new IOException(
          "%s has %,d bytes, more than the constant answer".formatted(configuration, described));
    }
    var length = describe(calls, configuration, 1 + more);
    if (length != BYTES) {
      throw new IOException(
          "%s has %,d bytes instead of %,d".formatted(configuration, length, BYTES));
    }
  }

  private static int describe(ServiceCalls calls, URI configuration, int length)
      throws IOException, InterruptedException {
    var text = "d".repeat(length);
    var predicate = "<http://purl.org/dc/terms/description>";
    calls.change(
        configuration,
        document -> {
          var without = document.replaceAll("\"d+\"\\^\\^[^ ;.\\n]+", "\"" + text + "\"");
          return without.equals(document)
              ? document + "\n<%s> %s \"%s\" .\n".formatted(configuration, predicate, text)
              : without;
        });
    return calls.get(configuration).getBytes(StandardCharsets.UTF_8).length;
  }

  /** A tree of two levels, in which one contribution changes before each question. */
  private boolean cold(GcTarget target, ServiceCalls calls, PrintWriter out)
      throws IOException, InterruptedException {
    var empty = empty(calls, target.origin());
    var leaves = new ArrayList<String>();
    for (int i = 0; i < contributions - MIDDLE; i++) {
      leaves.add(stream(calls, empty, i));
    }
    var middle = new ArrayList<String>();
    for (int i = 0; i < MIDDLE; i++) {
      var from = leaves.size() * i / MIDDLE;
      var to = leaves.size() * (i + 1) / MIDDLE;
      middle.add(contributed(calls, stream(calls, empty, i), leaves.subList(from, to)));
    }
    var root = URI.create(contributed(calls, stream(calls, empty, MIDDLE), middle));
    var took = new Histogram(3);
    var tags = new HashSet<String>();
    for (int i = 0; i < WARM_UP_TIMES + COLD_TIMES; i++) {
      // A place among its siblings: what is not of the tree, such as a title, changes nothing
      // above.
      var place = "$1\"z" + i + "\"";
      calls.change(
          URI.create(middle.get(i % middle.size())),
          document -> document.replaceFirst("(contributionOrder\\s+)\"[^\"]*\"", place));
      var begin = System.nanoTime();
      var answer = calls.answer(root);
      if (i >= WARM_UP_TIMES) {
        took.recordValue(System.nanoTime() - begin);
      }
      // The change below it is one of its own document.
      requireAnother(tags, answer);
      if (i == 0) {
        requireAll(GcDocument.of(root.toString(), answer.body()));
      }
    }
    var median = took.getValueAtPercentile(50) / 1e6;
    print(out, "%,d contributions resolved, median".formatted(contributions), median, "ms");
    print(out, "the slowest of %d".formatted(COLD_TIMES), took.getMaxValue() / 1e6, "ms");
    out.printf(Locale.ROOT, "%-44s %12.0f ms%n", "aim: less than", AIM_COLD_MS);
    out.flush();
    return median < AIM_COLD_MS;
  }

  /** The first baselines of new components: nothing contributes to them. */
  private List<String> empty(ServiceCalls calls, URI gc) throws IOException, InterruptedException {
    var empty = new ArrayList<String>();
    for (int i = 0; i < COMPONENTS; i++) {
      var component =
          calls.create(
              gc.resolve("/gc/component"),
              """
              <> a <http://open-services.net/ns/config#Component> ;
                <http://purl.org/dc/terms/title> "Benchmark %d" .
              """
                  .formatted(i));
      var container = URI.create(component + "/configurations");
      empty.addAll(GcDocument.members(container.toString(), calls.get(container)));
    }
    return empty;
  }

  private static void requireAnother(Set<String> tags, HttpResponse<String> answer)
      throws IOException {
    if (!tags.add(answer.headers().firstValue("ETag").orElse(""))) {
      throw new IOException(
          answer.uri() + " answered what was prepared before, though something below it changed");
    }
  }

  private void requireAll(GcDocument document) throws IOException {
    // The root itself is one more.
    if (document.resolved().size() != contributions + 1) {
      throw new IOException(
          "%s resolves to %,d configurations instead of %,d"
              .formatted(document.uri(), document.resolved().size(), contributions + 1));
    }
  }

  private static String stream(ServiceCalls calls, List<String> baselines, int number)
      throws IOException, InterruptedException {
    var baseline = baselines.get(number % baselines.size());
    return calls.create(
        URI.create(baseline + "/streams"),
        "<> <http://purl.org/dc/terms/title> \"Leaf %d\" .".formatted(number));
  }

  private static String contributed(ServiceCalls calls, String stream, List<String> targets)
      throws IOException, InterruptedException {
    var more = new StringBuilder();
    for (int i = 0; i < targets.size(); i++) {
      more.append(
          """
          <%1$s> <http://open-services.net/ns/config#contribution> <%1$s#c%2$d> .
          <%1$s#c%2$d> <http://open-services.net/ns/config#configuration> <%3$s> ;
            <http://open-services.net/ns/config#contributionOrder> "%2$05d" .
          """
              .formatted(stream, i, targets.get(i)));
    }
    calls.change(URI.create(stream), document -> document + "\n" + more);
    return stream;
  }

  private static void print(PrintWriter out, String what, double value, String unit) {
    out.printf(Locale.ROOT, "%-44s %,12.1f %s%n", what, value, unit);
  }
}

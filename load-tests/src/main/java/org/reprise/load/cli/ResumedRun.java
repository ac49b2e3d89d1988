package org.reprise.load.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.run.RunStart;
import org.reprise.load.stack.Home;
import picocli.CommandLine;

/**
 * A run that was stopped and is to go on with what it was begun with.
 *
 * @param start what that was
 */
record ResumedRun(RunDirectory directory, RunStart start) {
  /** The option that names it. */
  static final String OPTION = "--resume";

  /** What may be said anew: it decides nothing of what is measured. */
  private static final Set<String> FREE = Set.of(OPTION, "--strict", "--dry-run");

  /**
   * Finds it.
   *
   * @throws org.reprise.load.run.RunUnreadableException where there is none, or it cannot go on
   */
  static ResumedRun of(Home home, String run) throws IOException {
    var directory = RunDirectory.open(home.results(), run);
    return new ResumedRun(directory, RunStart.read(directory));
  }

  /** The options of a command that decide what is measured, as they were typed. */
  static List<String> options(CommandLine command) {
    var options = new ArrayList<String>();
    for (var option : matched(command).keySet()) {
      var spec = command.getCommandSpec().findOption(option);
      if (spec.arity().max() == 0) {
        options.add(option);
      } else {
        spec.originalStringValues().forEach(value -> options.add(option + "=" + value));
      }
    }
    return options;
  }

  private static Map<String, Object> matched(CommandLine command) {
    var matched = new LinkedHashMap<String, Object>();
    for (var option : command.getParseResult().matchedOptions()) {
      if (!FREE.contains(option.longestName())) {
        matched.put(option.longestName(), option.getValue());
      }
    }
    return matched;
  }

  /**
   * Gives the command the run's own options.
   *
   * @throws IllegalArgumentException where one that was typed says something else
   */
  void apply(CommandLine command) {
    var typed = matched(command);
    var words = new HashMap<String, String>();
    typed.keySet().forEach(option -> words.put(option, words(command, option).orElse("")));
    command.parseArgs(start.options().toArray(String[]::new));
    typed.forEach((option, value) -> {
      if (!Objects.equals(value, command.getCommandSpec().findOption(option).getValue())) {
        throw new IllegalArgumentException(
            "%s contradicts the run %s, which was begun %s"
                .formatted(
                    (option + " " + words.get(option)).strip(),
                    directory.runId(),
                    words(command, option).map("with "::concat).orElse("without it")));
      }
    });
  }

  /** The value of an option as it was typed, or its default; empty where it has none. */
  private static Optional<String> words(CommandLine command, String option) {
    var spec = command.getCommandSpec().findOption(option);
    var typed = String.join(" and ", spec.originalStringValues());
    return Optional.ofNullable(typed.isEmpty() ? spec.defaultValue() : typed);
  }
}

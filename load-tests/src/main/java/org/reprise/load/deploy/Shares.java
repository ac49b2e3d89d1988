package org.reprise.load.deploy;

import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.reprise.load.run.Digits;

/**
 * How many processors each role of a run may use, in cores: 0.3 is three tenths of one core.
 *
 * @param cores by role, the report's roles all; empty for one that is not limited
 */
public record Shares(Map<String, OptionalDouble> cores) {
  public static final String OPTION = "--processors";

  public static final String NO_LIMIT = "none";

  /** Below this the kernel's quota is shorter than a process's turn. */
  private static final double LEAST = 0.01;

  public Shares {
    cores = Collections.unmodifiableMap(new LinkedHashMap<>(cores));
  }

  public static Shares unlimited() {
    return new Shares(Map.of());
  }

  /**
   * What a profile gives, as far as the user did not say otherwise.
   *
   * @param usual cores by role, for the roles that a profile limits
   * @param said {@code ROLE=0.3} or {@code ROLE=none}, as typed
   * @param machine cores of this machine
   * @throws IllegalArgumentException for another role, a share of nothing, or more than there is
   */
  public static Shares of(
      List<String> roles, Map<String, Double> usual, List<String> said, int machine) {
    var cores = new LinkedHashMap<String, OptionalDouble>();
    for (var role : roles) {
      var share = usual.get(role);
      cores.put(role, share == null ? OptionalDouble.empty() : OptionalDouble.of(share));
    }
    var seen = new HashSet<String>();
    for (var each : said) {
      var words = each.split("=", 2);
      var role = words[0];
      if (words.length < 2 || role.isEmpty()) {
        throw wrong(each, "is not ROLE=CORES or ROLE=" + NO_LIMIT);
      }
      if (!cores.containsKey(role)) {
        throw wrong(
            each, "there is no role '%s', but %s".formatted(role, String.join(", ", roles)));
      }
      if (!seen.add(role)) {
        throw wrong(each, "the role '" + role + "' is given twice");
      }
      cores.put(role, share(each, words[1], machine));
    }
    return new Shares(cores);
  }

  private static OptionalDouble share(String said, String text, int machine) {
    if (text.toLowerCase(Locale.ROOT).equals(NO_LIMIT)) {
      return OptionalDouble.empty();
    }
    double share;
    try {
      share = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw wrong(said, "'" + text + "' is no number of cores, and not " + NO_LIMIT);
    }
    if (!(share >= LEAST)) {
      throw wrong(said, "a share is at least " + LEAST + " of a core");
    }
    if (share > machine) {
      throw wrong(said, "this machine has " + machine + (machine == 1 ? " core" : " cores"));
    }
    return OptionalDouble.of(share);
  }

  private static IllegalArgumentException wrong(String said, String why) {
    return new IllegalArgumentException(OPTION + " " + said + ": " + why);
  }

  public Map<String, Double> limited() {
    var limited = new LinkedHashMap<String, Double>();
    cores.forEach((role, share) -> share.ifPresent(value -> limited.put(role, value)));
    return limited;
  }

  /** In one line, for example {@code primary 0.3, standby 0.3 of a core}. */
  public String text() {
    return limited().entrySet().stream()
        .map(it -> it.getKey() + " " + Digits.exact(it.getValue()))
        .reduce("%s, %s"::formatted)
        .map(it -> it + " of a core")
        .orElse("no role is limited");
  }
}

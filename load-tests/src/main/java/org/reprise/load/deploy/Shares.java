package org.reprise.load.deploy;

import java.util.LinkedHashMap;
import java.util.List;
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

  /** Below this the kernel's quota is shorter than a process's turn. */
  private static final double MIN_CORES = 0.01;

  public static Shares unlimited() {
    return new Shares(Map.of());
  }

  /**
   * What a profile gives, as far as the user did not say otherwise.
   *
   * @param usual cores by role, for the roles that a profile limits
   * @param typed {@code ROLE=0.3} or {@code ROLE=none}, as typed; the last one of a role counts
   * @param machine cores of this machine
   * @throws IllegalArgumentException for another role, a share of nothing, or more than there is
   */
  public static Shares of(
      List<String> roles, Map<String, Double> usual, List<String> typed, int machine) {
    var cores = new LinkedHashMap<String, OptionalDouble>();
    for (var role : roles) {
      var share = usual.get(role);
      cores.put(role, share == null ? OptionalDouble.empty() : OptionalDouble.of(share));
    }
    for (var each : typed) {
      var words = each.split("=", 2);
      if (words.length < 2 || !cores.containsKey(words[0])) {
        throw new IllegalArgumentException(
            "%s %s: not ROLE=CORES or ROLE=none of one of the roles %s"
                .formatted(OPTION, each, String.join(", ", roles)));
      }
      cores.put(words[0], share(each, words[1], machine));
    }
    return new Shares(cores);
  }

  private static OptionalDouble share(String typed, String text, int machine) {
    // A plain number: a double may also be written as 0x1p0, NaN or 1d.
    var share = text.matches("\\d{1,9}(\\.\\d{1,9})?") ? Double.parseDouble(text) : 0;
    if (!text.equals("none") && (share < MIN_CORES || share > machine)) {
      throw new IllegalArgumentException(
          "%s %s: a share is none, or %s to %d cores of this machine"
              .formatted(OPTION, typed, MIN_CORES, machine));
    }
    return share == 0 ? OptionalDouble.empty() : OptionalDouble.of(share);
  }

  Map<String, Double> limited() {
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

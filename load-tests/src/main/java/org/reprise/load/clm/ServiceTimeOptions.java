package org.reprise.load.clm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.reprise.load.engine.RunRequest;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options of {@code run}: how long the applications take for their own work. */
@SuppressWarnings("NullAway.Init")
public final class ServiceTimeOptions {
  /** The vCPUs that each application of the report had. */
  static final int USUAL_PLACES = 8;

  private static final int MOST_PLACES = 10_000;

  /** Applications are told microseconds; think times may be shortened to some hundredths. */
  private static final Duration SHORTEST = Duration.ofMillis(1);

  private static final Duration LONGEST = Duration.ofMinutes(1);
  private static final String READ = "--service-time-read";
  private static final String WRITE = "--service-time-write";
  private static final String PROXIED = "--service-time-proxied";
  private static final String PLACES = "--service-places";

  @Option(
      names = READ,
      paramLabel = "TIME",
      converter = Time.class,
      description = {
        "Simulates that an application works so long on each request that reads or lists artifacts"
            + " or configurations (5.5s, 25ms; in the report's time, shortened as think times are).",
        "Off by default. What follows from it is ByConstruction."
      })
  private @Nullable Duration read;

  @Option(
      names = WRITE,
      paramLabel = "TIME",
      converter = Time.class,
      description = "The same for each request that creates, changes or deletes some.")
  private @Nullable Duration write;

  @Option(
      names = PROXIED,
      paramLabel = "TIME",
      converter = Time.class,
      description = "The same for each request that it forwards to global configurations.")
  private @Nullable Duration proxied;

  @Option(
      names = PLACES,
      paramLabel = "N",
      description =
          "With simulated service times: on how many requests an application works at once; others"
              + " wait (default: "
              + USUAL_PLACES
              + ", its vCPUs in the report).")
  private @Nullable Integer places;

  /** A time as it is typed: {@code 25ms}, {@code 5.5s}. */
  static final class Time implements ITypeConverter<Duration> {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,6})?)(ms|s)");

    /** Needed by picocli. */
    Time() {}

    @Override
    public Duration convert(String text) {
      var typed = FORM.matcher(text);
      if (!typed.matches()) {
        throw new TypeConversionException("'" + text + "' is no time such as 25ms or 5.5s");
      }
      var nanos = Double.parseDouble(typed.group(1)) * (typed.group(2).equals("s") ? 1e9 : 1e6);
      var time = Duration.ofNanos(Math.round(nanos));
      if (time.compareTo(SHORTEST) < 0 || time.compareTo(LONGEST) > 0) {
        throw new TypeConversionException(
            "'%s' is no service time: at least %d ms, at most %d s"
                .formatted(text, SHORTEST.toMillis(), LONGEST.toSeconds()));
      }
      return time;
    }
  }

  /**
   * What was typed.
   *
   * @throws IllegalArgumentException where that says nothing, or the applications are not started
   *     by this command
   */
  public ServiceTimes of(RunRequest request) {
    var typed = typed();
    if (typed.isEmpty()) {
      return ServiceTimes.NONE;
    }
    if (!request.local()) {
      throw new IllegalArgumentException(
          "%s: only applications that this command starts can be told how long they take (--target local)"
              .formatted(typed.getFirst()));
    }
    if (places != null && (places < 1 || places > MOST_PLACES)) {
      throw new IllegalArgumentException(
          "%s: 1 to %,d, not %,d".formatted(PLACES, MOST_PLACES, places));
    }
    if (typed.equals(List.of(PLACES))) {
      throw new IllegalArgumentException(
          "%s says nothing without a service time: %s, %s or %s"
              .formatted(PLACES, READ, WRITE, PROXIED));
    }
    return new ServiceTimes(
        time(read), time(write), time(proxied), places == null ? USUAL_PLACES : places);
  }

  /**
   * The same for a run whose users only write.
   *
   * @param why something else is refused
   * @throws IllegalArgumentException as {@link #of}, and where something else was typed
   */
  public ServiceTimes onlyWrites(RunRequest request, String why) {
    if (read != null || proxied != null) {
      throw new IllegalArgumentException("%s: %s".formatted(read != null ? READ : PROXIED, why));
    }
    return of(request);
  }

  private List<String> typed() {
    var typed = new ArrayList<String>();
    add(typed, READ, read);
    add(typed, WRITE, write);
    add(typed, PROXIED, proxied);
    add(typed, PLACES, places);
    return typed;
  }

  private static void add(List<String> typed, String option, @Nullable Object value) {
    if (value != null) {
      typed.add(option);
    }
  }

  private static Duration time(@Nullable Duration typed) {
    return typed == null ? Duration.ZERO : typed;
  }
}

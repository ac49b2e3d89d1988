package org.reprise.load.ebms;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reprise.load.stack.Origin;

/**
 * What {@link EbmsPingSimulation} is told by system properties, so that it runs under any of
 * Gatling's launchers.
 *
 * @param target the message handler's URL, {@code -Dtarget}; http://127.0.0.1:8884/ebms unless said
 * @param flow {@code -DcpaId}, {@code -DfromParty}, {@code -DtoParty} and {@code -DpartyType}
 * @param ids {@code -Dhost} is what stands behind the @ of each MessageId
 * @param load {@code -Dexperiment}, or {@code -DperSecond} with {@code -Dduration} in seconds
 * @param latency {@code -DnetworkLatency}, milliseconds that each Ping waits in addition, half
 *     before it is sent and half after it is answered; 0 unless said
 * @param warmUp where the generator warms itself up, which is never the measured handler; absent
 *     where it does not
 * @param samples where nanoseconds are written to, absent where only Gatling's own report is wanted
 */
record PingSettings(
    URI target,
    EbmsPing flow,
    PingIds ids,
    PingLoad load,
    Duration latency,
    Optional<URI> warmUp,
    Optional<Path> samples) {
  static final String LOAD = "reprise.load";
  static final String SAMPLES = "reprise.samples";
  static final String TOKEN = "reprise.token";
  static final String WARM_UP = "reprise.warmUp";

  static PingSettings fromSystem() {
    return from(System::getProperty);
  }

  static PingSettings from(Function<String, @Nullable String> properties) {
    var target = Origin.base(or(properties, "target", "http://127.0.0.1:8884/ebms"));
    Origin.requireOwned(target, Boolean.parseBoolean(properties.apply("iownthis")));
    var type = or(properties, "partyType", Party.OIN);
    var flow =
        new EbmsPing(
            or(properties, "cpaId", EbmsPlan.CPA_ID),
            new Party(type, or(properties, "fromParty", EbmsPlan.FROM)),
            new Party(type, or(properties, "toParty", EbmsPlan.TO)));
    var host = or(properties, "host", "127.0.0.1");
    var token = properties.apply(TOKEN);
    return new PingSettings(
        target,
        flow,
        token == null ? PingIds.random(host) : new PingIds(token, host),
        load(properties),
        Duration.ofMillis(number(properties, "networkLatency", 0)),
        Optional.ofNullable(properties.apply(WARM_UP)).map(URI::create),
        Optional.ofNullable(properties.apply(SAMPLES)).map(Path::of));
  }

  private static PingLoad load(Function<String, @Nullable String> properties) {
    var given = properties.apply(LOAD);
    if (given != null) {
      return PingLoad.parse(given);
    }
    var experiment = properties.apply("experiment");
    if (experiment != null) {
      return EbmsProfile.FULL.load(EbmsExperiments.require(experiment));
    }
    var level =
        new PingLoad.Level(
            decimal(properties, "perSecond", 10),
            Duration.ofSeconds(number(properties, "duration", 60)));
    return new PingLoad("pings", List.of(level), 1, Double.MAX_VALUE);
  }

  private static int number(
      Function<String, @Nullable String> properties, String name, int otherwise) {
    return (int) decimal(properties, name, otherwise);
  }

  private static double decimal(
      Function<String, @Nullable String> properties, String name, double otherwise) {
    var given = properties.apply(name);
    if (given == null) {
      return otherwise;
    }
    try {
      return Double.parseDouble(given);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("-D" + name + ": a number, not '" + given + "'", e);
    }
  }

  private static String or(
      Function<String, @Nullable String> properties, String name, String otherwise) {
    var given = properties.apply(name);
    return given == null ? otherwise : given;
  }
}

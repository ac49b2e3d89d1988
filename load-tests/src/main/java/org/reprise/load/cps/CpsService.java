package org.reprise.load.cps;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.reprise.load.stack.Credentials;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.ServiceProcess;
import org.reprise.localstack.Database;
import org.reprise.localstack.LocalStackException;

/** cps-core as a process of its own on the loopback address. */
public final class CpsService implements AutoCloseable {
  /** The module that holds it. */
  public static final String MODULE = "cps-core";

  /** The flags of its JVM. */
  public static final List<String> JVM_FLAGS =
      List.of(
          "-Xmx512m", ServiceProcess.EXIT_ON_OUT_OF_MEMORY, "--enable-native-access=ALL-UNNAMED");

  private final ServiceProcess process;

  private CpsService(ServiceProcess process) {
    this.process = process;
  }

  /**
   * How to start it.
   *
   * @param credentials what its callers send
   * @param storedPassword what it is told: the password in plain, or its hash with {@code {bcrypt}}
   *     before it
   * @param verificationTtl how long it may remember a verified password; its own default where
   *     empty
   * @param port a free one where empty
   * @param detached whether it outlives this command
   * @param log where it writes to
   * @param pidFile by which it is found again
   */
  public record Settings(
      Database database,
      Credentials credentials,
      String storedPassword,
      Optional<Duration> verificationTtl,
      OptionalInt port,
      boolean detached,
      Path log,
      Path pidFile) {

    /** On a free port, ended with this command, its password told in plain. */
    public static Settings of(Database database, Credentials credentials, Path log, Path pidFile) {
      return new Settings(
          database,
          credentials,
          credentials.password(),
          Optional.empty(),
          OptionalInt.empty(),
          false,
          log,
          pidFile);
    }

    /** The same, with the password told as a BCrypt hash and verified anew for every request. */
    public Settings hashingEachRequest(String bcryptHash) {
      return new Settings(
          database,
          credentials,
          "{bcrypt}" + bcryptHash,
          Optional.of(Duration.ZERO),
          port,
          detached,
          log,
          pidFile);
    }

    private ServiceProcess.Service service() {
      var more = new HashMap<String, String>();
      more.put("REPRISE_SECURITY_PASSWORD", storedPassword);
      verificationTtl.ifPresent(
          ttl -> more.put("REPRISE_SECURITY_VERIFICATION_CACHE_TTL", ttl.toSeconds() + "s"));
      return new ServiceProcess.Service(MODULE, JVM_FLAGS, database, credentials, more);
    }
  }

  /**
   * Starts it and waits until it serves and knows the credentials.
   *
   * @throws LocalStackException where it does not start, with the end of its log
   */
  public static CpsService start(Home home, Settings settings)
      throws IOException, InterruptedException {
    return start(home, settings, List.of());
  }

  /**
   * The same, launched by something else.
   *
   * @param launcher see {@link org.reprise.localstack.LocalProcess.Builder#launchedBy}
   */
  public static CpsService start(Home home, Settings settings, List<String> launcher)
      throws IOException, InterruptedException {
    return new CpsService(
        ServiceProcess.start(
            home,
            settings.service(),
            new ServiceProcess.Place(
                settings.port(),
                settings.detached(),
                settings.log(),
                settings.pidFile(),
                launcher)));
  }

  /** The API's base. */
  public URI base() {
    return process.origin().resolve("/cps/api");
  }

  /** What it was told on purpose, without secrets. */
  public Map<String, String> settings() {
    return process.settings();
  }

  /** Its process. */
  public ServiceProcess process() {
    return process;
  }

  @Override
  public void close() {
    process.close();
  }
}

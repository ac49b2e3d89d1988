package org.reprise.load.deploy;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** What a suite is pointed at. */
public sealed interface Target {

  /** As it is called in results: {@code local}, {@code compose} or the URL. */
  String name();

  /**
   * PostgreSQL and the service as processes of this machine, started for the run and ended with it.
   */
  record LocalProcesses() implements Target {
    @Override
    public String name() {
      return "local";
    }
  }

  /** The services of docker-compose.yml, which the user starts. */
  record Compose(ComposeVariables variables) implements Target {
    @Override
    public String name() {
      return "compose";
    }

    static Compose of(Home home, Address address, Map<String, String> environment)
        throws IOException {
      var variables = ComposeVariables.read(home, environment);
      var _ = variables.credentials();
      var _ = variables.port(address);
      return new Compose(variables);
    }
  }

  /**
   * Somebody's own deployment of a system, ours or the original. What is not on this machine must
   * have been declared the user's own; load is always bounded by the experiment's users, flows and
   * time.
   *
   * @param base the API's base
   * @param credentials sent to this origin only; null where the system needs none
   * @param ownedByUser the user said {@code --i-own-this}
   */
  record Remote(URI base, @Nullable Credentials credentials, boolean ownedByUser)
      implements Target {
    public Remote {
      Origin.requireOwned(base, ownedByUser);
    }

    @Override
    public String name() {
      return base.toString();
    }
  }

  /**
   * Where a system's service is found: at the port that a variable of {@code .env} holds, or its
   * own; {@code needsCredentials} where load cannot be sent without.
   */
  record Address(String variable, int port, String path, boolean needsCredentials) {
    private static final int MAX_PORT = 65_535;

    /** The port of a server that a suite is never pointed at. */
    public static Address of(String variable, int port) {
      return new Address(variable, port, "/", true);
    }

    /**
     * Returns the port that its variable holds; empty where it holds nothing.
     *
     * @throws IllegalArgumentException where that is no port
     */
    public OptionalInt port(Map<String, String> environment) {
      var text = environment.getOrDefault(variable, "").strip();
      if (text.isEmpty()) {
        return OptionalInt.empty();
      }
      return OptionalInt.of(number(variable, text));
    }

    /** Reads a port; {@code name} is what holds it, for the message. */
    public static int number(String name, String text) {
      var number = text.matches("\\d{1,5}") ? Integer.parseInt(text) : 0;
      if (number < 1 || number > MAX_PORT) {
        throw new IllegalArgumentException("%s: 1 to %d, not '%s'".formatted(name, MAX_PORT, text));
      }
      return number;
    }

    /** Returns its origin on this machine, at the port that its variable holds or its own. */
    public URI here(Map<String, String> environment) {
      return URI.create("http://127.0.0.1:" + port(environment).orElse(port));
    }
  }

  /**
   * Reads the option {@code --target}: {@code local}, {@code compose} or a URL.
   *
   * @throws IllegalArgumentException where it is none of these, or needs what was not given
   */
  static Target of(
      String text,
      @Nullable Credentials credentials,
      boolean ownedByUser,
      Home home,
      Address address)
      throws IOException {
    return switch (text) {
      case "local" -> new LocalProcesses();
      case "compose" -> Compose.of(home, address, System.getenv());
      default -> {
        var base = Origin.base(text);
        Origin.requireOwned(base, ownedByUser);
        if (credentials == null && address.needsCredentials()) {
          throw new IllegalArgumentException(
              "--target "
                  + text
                  + " needs credentials: --username with --password-file, or"
                  + " REPRISE_SECURITY_USERNAME and REPRISE_SECURITY_PASSWORD in the environment");
        }
        yield new Remote(base, credentials, ownedByUser);
      }
    };
  }
}

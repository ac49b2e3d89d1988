package org.reprise.load.deploy;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** What a suite is pointed at. */
public sealed interface Target {

  /** As it is called in results: {@code local}, {@code compose} or the URL. */
  default String name() {
    return switch (this) {
      case LocalProcesses _ -> "local";
      case Compose _ -> "compose";
      case Remote remote -> remote.base.toString();
    };
  }

  record LocalProcesses() implements Target {}

  /** The services of docker-compose.yml, which the user starts. */
  record Compose(EnvFile variables) implements Target {}

  /**
   * Somebody's own deployment of a system, ours or the original. What is not on this machine must
   * have been declared the user's own; load is always bounded by the experiment's users, flows and
   * time.
   *
   * @param credentials sent to this origin only; null where the system needs none
   * @param ownedByUser the user said {@code --i-own-this}
   */
  record Remote(URI base, @Nullable Credentials credentials, boolean ownedByUser)
      implements Target {
    public Remote {
      Origin.requireOwned(base, ownedByUser);
    }
  }

  /**
   * Where a system's service is found: at the port that a variable of {@code .env} holds, or its
   * own; {@code needsCredentials} where load cannot be sent without, and else a URL gets none.
   */
  record Address(String variable, int port, String path, boolean needsCredentials) {
    /** The port of a server that a suite is never pointed at. */
    public static Address of(String variable, int port) {
      return new Address(variable, port, "/", true);
    }

    /** Returns the port that its variable holds; empty where it holds nothing. */
    public OptionalInt port(Map<String, String> environment) {
      var text = environment.getOrDefault(variable, "").strip();
      if (text.isEmpty()) {
        return OptionalInt.empty();
      }
      var number = text.matches("\\d{1,5}") ? Integer.parseInt(text) : 0;
      if (number < 1 || number > 65_535) {
        throw new IllegalArgumentException("%s: 1 to 65535, not '%s'".formatted(variable, text));
      }
      return OptionalInt.of(number);
    }

    public URI here(Map<String, String> environment) {
      return URI.create("http://127.0.0.1:" + port(environment).orElse(port));
    }
  }

  /** Reads the option {@code --target}: {@code local}, {@code compose} or a URL. */
  static Target of(
      String text,
      @Nullable Credentials credentials,
      boolean ownedByUser,
      Home home,
      Address address)
      throws IOException {
    return switch (text) {
      case "local" -> new LocalProcesses();
      case "compose" -> {
        var variables = EnvFile.read(home.envFile(), System.getenv());
        // A missing variable is reported before anything is planned.
        var _ = variables.credentials();
        var _ = variables.port(address);
        yield new Compose(variables);
      }
      default -> {
        var sent = address.needsCredentials() ? credentials : null;
        var remote = new Remote(Origin.base(text), sent, ownedByUser);
        if (credentials == null && address.needsCredentials()) {
          throw new IllegalArgumentException(
              "--target %s needs credentials: --username with --password-file, --token-file, or %s and %s in the environment"
                  .formatted(text, EnvFile.USERNAME, EnvFile.PASSWORD));
        }
        yield remote;
      }
    };
  }
}

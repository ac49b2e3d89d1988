package org.reprise.load.stack;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.regex.Pattern;
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

  /**
   * The services of docker-compose.yml, which the user starts.
   *
   * @param base where the service is published
   * @param credentials of the environment or {@code .env}
   * @param variables ports and secrets of the other containers
   */
  record Compose(URI base, Credentials credentials, ComposeVariables variables) implements Target {
    @Override
    public String name() {
      return "compose";
    }

    /**
     * Reads what docker compose reads.
     *
     * @throws EnvironmentException where no password is set, or what is set is no port
     */
    public static Compose of(Home home, Address address, Map<String, String> environment)
        throws IOException {
      var variables = ComposeVariables.read(home, environment);
      var origin = variables.origin(new ComposeVariables.Port(address.variable(), address.port()));
      return new Compose(
          Origin.base(origin.resolve(address.path()).toString()),
          variables.credentials(),
          variables);
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
    /** Refuses what is neither on this machine nor declared the user's own. */
    public Remote {
      Origin.requireOwned(base, ownedByUser);
    }

    @Override
    public String name() {
      return base.toString();
    }
  }

  /**
   * Where a system's service is found.
   *
   * @param variable of {@code .env} that holds its port
   * @param port where that says nothing
   * @param path of its API
   * @param needsCredentials whether load cannot be sent without
   */
  record Address(String variable, int port, String path, boolean needsCredentials) {
    private static final Pattern PORT = Pattern.compile("[0-9]{1,5}");

    /**
     * Its origin on this machine.
     *
     * @param environment that may hold another port
     * @throws IllegalArgumentException where what it holds is none
     */
    public URI here(Map<String, String> environment) {
      var said = environment.get(variable);
      if (said != null && !PORT.matcher(said).matches()) {
        throw new IllegalArgumentException("%s must be a port, was '%s'".formatted(variable, said));
      }
      return URI.create("http://127.0.0.1:" + (said == null ? port : said));
    }
  }

  /**
   * Reads the option {@code --target}.
   *
   * @param text {@code local}, {@code compose} or a URL
   * @param credentials for a URL; null where none were given
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

package org.reprise.localstack.process;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The common part of the descriptions of all local servers.
 *
 * @param <B> the kind of description
 */
public abstract class ServerBuilder<B extends ServerBuilder<B>> {
  /** Over those that the module states. */
  protected final Map<String, String> settings = new LinkedHashMap<>();

  /** Hears one line for each step. */
  protected Consumer<String> progress = step -> {};

  /** Empty where the server chooses. */
  protected OptionalInt port = OptionalInt.empty();

  /** Null for a server that is thrown away. */
  protected @Nullable Path kept;

  /** Null for {@link StackDirectories#run}. */
  protected @Nullable Path runDirectory;

  /** True for a server that outlives this JVM. */
  protected boolean detached;

  /** Empty for a server that is started by itself. */
  protected List<String> launcher = List.of();

  /** Returns this description. */
  protected abstract B self();

  /**
   * Keeps the server's directory, and starts on what an earlier server left in it, at its address
   * where that is still free.
   *
   * @param directory a directory for this server alone; made when missing
   */
  public B keepIn(Path directory) {
    kept = directory;
    return self();
  }

  /**
   * Sets where a server that is thrown away has its directory, and {@link Leftovers} look for it.
   *
   * @param directory {@link StackDirectories#run} when not set; made when missing
   */
  public B runDirectory(Path directory) {
    runDirectory = directory;
    return self();
  }

  /**
   * Fixes the port; a start on one that is taken fails.
   *
   * @param number a port on 127.0.0.1; a free one is chosen when not set
   */
  public B port(int number) {
    if (number < 1 || number > 65_535) {
      throw new IllegalArgumentException("not a port: " + number);
    }
    port = OptionalInt.of(number);
    return self();
  }

  /**
   * Sets one of the server's settings, over those that this module states.
   *
   * @param name the setting's name
   * @param value its value as in the server's configuration file, without quotes
   */
  public B setting(String name, String value) {
    settings.put(name, value);
    return self();
  }

  /** Sets whether the server outlives this JVM, and nothing but a request ends it. */
  public B detached(boolean outlives) {
    detached = outlives;
    return self();
  }

  /** Sets what the server is launched by, see {@link LocalProcess.Builder#launchedBy}. */
  public B launchedBy(List<String> words) {
    launcher = List.copyOf(words);
    return self();
  }

  /**
   * Reports what is being done, mostly the unpacking at the first start, in a line for each step.
   */
  public B progress(Consumer<String> listener) {
    progress = listener;
    return self();
  }
}

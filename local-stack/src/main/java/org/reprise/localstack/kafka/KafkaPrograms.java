package org.reprise.localstack.kafka;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import org.reprise.localstack.process.LocalStackException;
import org.reprise.localstack.process.ProgramCache;

/**
 * The broker's jars, unpacked once per user from module {@code kafka-broker}'s jar on the class
 * path. They are never on the class path themselves: the broker runs in a JVM of its own.
 *
 * <p>The jars' names hold their versions, so the directory's name carries the hash of the names:
 * another version gets a directory of its own.
 *
 * @param directory where the jars are
 * @param jars their names
 */
record KafkaPrograms(Path directory, List<String> jars) {
  private static final String CARRIED = "/kafka-broker/";

  KafkaPrograms {
    jars = List.copyOf(jars);
  }

  /** The Java command's class path. Short, so that the whole command is seen in a process list. */
  String classPath() {
    return directory + "/*";
  }

  /** Finds the jars in the cache, or unpacks them there. */
  static KafkaPrograms in(Path cache, Consumer<String> progress) {
    List<String> jars = carried();
    KafkaPrograms programs = new KafkaPrograms(cache.resolve("kafka-" + hash(jars)), jars);
    ProgramCache.fill(
        programs.directory(),
        programs::arePresent,
        unfinished -> {
          progress.accept("Unpacking Kafka into " + programs.directory() + " (once)");
          programs.unpack(unfinished);
        });
    return programs;
  }

  private boolean arePresent() {
    return jars.stream().allMatch(jar -> Files.exists(directory.resolve(jar)));
  }

  private void unpack(Path target) throws IOException {
    for (String jar : jars) {
      try (InputStream content = open(jar)) {
        Files.copy(content, target.resolve(jar));
      }
    }
  }

  private static List<String> carried() {
    try (InputStream names = open("jars.txt")) {
      String text = new String(names.readAllBytes(), StandardCharsets.UTF_8);
      return Arrays.stream(text.strip().split(":"))
          .map(path -> path.substring(path.lastIndexOf('/') + 1))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream open(String name) {
    InputStream stream = KafkaPrograms.class.getResourceAsStream(CARRIED + name);
    if (stream == null) {
      throw new LocalStackException(
          "Kafka's broker is not on the class path (" + CARRIED + name + " of kafka-broker)");
    }
    return stream;
  }

  private static String hash(List<String> jars) {
    try {
      byte[] names = String.join("\n", jars).getBytes(StandardCharsets.UTF_8);
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(names);
      return HexFormat.of().formatHex(hash, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}

package org.reprise.localstack.postgres;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.reprise.localstack.process.LocalStackException;

/**
 * A platform that PostgreSQL's programs are carried for.
 *
 * @param title its name in messages
 * @param archive the archive's name on the class path
 */
record PostgresPlatform(String title, String archive) {

  static PostgresPlatform current() {
    if (Files.exists(Path.of("/etc/alpine-release"))) {
      throw unsupported("Alpine Linux (its C library is not glibc)");
    }
    return of(System.getProperty("os.name"), System.getProperty("os.arch"));
  }

  static PostgresPlatform of(String system, String architecture) {
    boolean arm = architecture.equals("aarch64") || architecture.equals("arm64");
    boolean amd = architecture.equals("amd64") || architecture.equals("x86_64");
    String name = system.toLowerCase(Locale.ROOT);
    if (name.equals("linux") && amd) {
      return new PostgresPlatform("linux amd64", "postgres-linux-x86_64.txz");
    }
    if (name.equals("linux") && arm) {
      return new PostgresPlatform("linux arm64", "postgres-linux-arm_64.txz");
    }
    if (name.startsWith("mac") && arm) {
      return new PostgresPlatform("macOS arm64", "postgres-darwin-arm_64.txz");
    }
    throw unsupported(system + " " + architecture);
  }

  InputStream open() {
    @Nullable InputStream stream = PostgresPlatform.class.getResourceAsStream("/" + archive);
    if (stream == null) {
      throw new LocalStackException(
          "PostgreSQL for "
              + title
              + " is not on the class path ("
              + archive
              + "): Maven adds it by a profile when it builds on that platform");
    }
    return stream;
  }

  private static LocalStackException unsupported(String platform) {
    return new LocalStackException(
        "no PostgreSQL is carried for "
            + platform
            + ": there is one for linux amd64, linux arm64 and macOS arm64;"
            + " elsewhere use Docker, or point at a server of your own");
  }
}

package org.reprise.localstack.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.opentest4j.TestAbortedException;

/** Clients of others that run in Node.js. They come from the npm registry, not with the build. */
public final class NpmPackage {
  private NpmPackage() {}

  /**
   * Installs a package below {@code target}, and skips the test with what npm says where it does
   * not get it.
   *
   * @return the folder in which {@code node_modules} stands
   */
  public static Path install(String name, String version) throws InterruptedException {
    Path folder = Path.of("target", "npm", name).toAbsolutePath();
    try {
      Files.createDirectories(folder);
      Process npm =
          new ProcessBuilder(
                  "npm",
                  "install",
                  "--prefix",
                  folder.toString(), // else npm takes a package.json further up
                  "--no-audit",
                  "--no-fund",
                  "--legacy-peer-deps", // else React Native comes with oslc-client, 500 packages
                  name + "@" + version)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .start();
      String output = new String(npm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (npm.waitFor() != 0) {
        throw new TestAbortedException("npm does not get " + name + ": " + output);
      }
      return folder;
    } catch (IOException e) {
      throw new TestAbortedException("There is no npm: " + e.getMessage());
    }
  }
}

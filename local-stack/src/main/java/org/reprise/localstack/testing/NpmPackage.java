package org.reprise.localstack.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.opentest4j.TestAbortedException;

/** Clients of others that run in Node.js. They come from the npm registry, not with the build. */
public final class NpmPackage {
  private NpmPackage() {}

  /**
   * Installs a package below {@code target}, or skips the test where that takes ten minutes.
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
                  "--prefix=" + folder, // else npm takes a package.json further up
                  "--no-audit",
                  "--legacy-peer-deps", // else React Native comes with oslc-client, 500 packages
                  name + "@" + version)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("npm.log").toFile())
              .start();
      if (!npm.waitFor(10, TimeUnit.MINUTES) || npm.exitValue() != 0) {
        npm.destroy();
        throw new TestAbortedException("npm does not get " + name + ": see " + folder + "/npm.log");
      }
      return folder;
    } catch (IOException e) {
      throw new TestAbortedException("There is no npm: " + e.getMessage());
    }
  }
}

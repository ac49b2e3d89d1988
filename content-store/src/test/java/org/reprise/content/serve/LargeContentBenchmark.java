package org.reprise.content.serve;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.content.ContentProcess;
import org.reprise.localstack.testing.TestApplication;
import org.reprise.localstack.testing.TestDatabase;
import org.springframework.http.HttpHeaders;

/**
 * Prints by how much the resident memory of the service grows while a content of 5 GB is added and
 * downloaded (Linux). Run by its name with {@code -Pbenchmark}.
 */
@EnabledIfSystemProperty(named = "reprise.benchmark", matches = "true")
class LargeContentBenchmark {
  private static final PrintStream OUT = System.out;
  private static final long BYTES = 5_000_000_000L;
  private static final String AUTHORIZATION =
      "Basic "
          + HttpHeaders.encodeBasicAuth(
              TestApplication.USERNAME, TestApplication.PASSWORD, StandardCharsets.US_ASCII);

  @TempDir private Path folder;

  @Test
  void addsAndDownloads() throws Exception {
    for (String serve : new String[] {"sendfile", "cache"}) {
      try (ContentProcess process =
          ContentProcess.start(
              TestDatabase.freshDatabase(),
              folder.resolve(serve),
              folder.resolve(serve + ".log"),
              "--reprise.content.serve=" + serve)) {
        // The first requests load classes, which is no matter of the content's size.
        download(process.base(), add(process.base(), 10_000_000));
        long idle = peak();
        String location = add(process.base(), BYTES);
        long added = peak();
        long received = download(process.base(), location);
        OUT.printf(
            "%s: resident peak %,d KiB with 10 MB; %+,d KiB by an add of %,d bytes, %+,d by a"
                + " download of %,d%n",
            serve, idle, added - idle, BYTES, peak() - idle, received);
      }
    }
  }

  private static String add(String base, long bytes) throws IOException {
    HttpURLConnection connection = open(base + "/documents?name=content-" + bytes);
    connection.setRequestMethod("POST");
    connection.setRequestProperty("Content-Type", "application/octet-stream");
    connection.setDoOutput(true);
    connection.setFixedLengthStreamingMode(bytes);
    byte[] chunk = new byte[64 * 1024];
    new Random(bytes).nextBytes(chunk);
    try (OutputStream body = connection.getOutputStream()) {
      for (long left = bytes; left > 0; left -= chunk.length) {
        body.write(chunk, 0, (int) Math.min(chunk.length, left));
      }
    }
    if (connection.getResponseCode() != 201) {
      throw new IOException("answered " + connection.getResponseCode());
    }
    return connection.getHeaderField("Location");
  }

  private static long download(String base, String location) throws IOException {
    try (InputStream body = open(base + location + "/content").getInputStream()) {
      return body.transferTo(OutputStream.nullOutputStream());
    }
  }

  private static HttpURLConnection open(String uri) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) URI.create(uri).toURL().openConnection();
    connection.setRequestProperty("Authorization", AUTHORIZATION);
    return connection;
  }

  /** Returns the most that the service has had in memory, in KiB; it is the only JVM started. */
  private static long peak() throws IOException {
    long pid =
        ProcessHandle.current()
            .children()
            .filter(it -> it.info().command().orElse("").endsWith("java"))
            .findFirst()
            .orElseThrow()
            .pid();
    return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
        .filter(it -> it.startsWith("VmHWM"))
        .mapToLong(it -> Long.parseLong(it.replaceAll("\\D", "")))
        .sum();
  }
}

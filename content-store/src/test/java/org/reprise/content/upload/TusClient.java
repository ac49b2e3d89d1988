package org.reprise.content.upload;

import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.reprise.localstack.testing.TestAnswer;
import org.reprise.localstack.testing.TestClient;

/** Requests of tus 1.0.0, one at a time. */
public record TusClient(TestClient<TestAnswer> http) {
  public TestAnswer create(String name, long length, String... metadata) {
    return http.send(
        "POST",
        "/uploads",
        BodyPublishers.noBody(),
        "Tus-Resumable",
        "1.0.0",
        "Upload-Length",
        Long.toString(length),
        "Upload-Metadata",
        Stream.concat(
                Stream.of("filename " + base64(name), "filetype " + base64("text/plain")),
                Stream.of(metadata))
            .collect(Collectors.joining(",")));
  }

  static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  public TestAnswer offset(String upload) {
    return http.send("HEAD", upload, BodyPublishers.noBody(), "Tus-Resumable", "1.0.0");
  }

  public TestAnswer append(String upload, long offset, BodyPublisher body, String... more) {
    List<String> headers =
        new ArrayList<>(
            List.of(
                "Tus-Resumable",
                "1.0.0",
                "Upload-Offset",
                Long.toString(offset),
                "Content-Type",
                "application/offset+octet-stream"));
    headers.addAll(List.of(more));
    return http.send("PATCH", upload, body, headers.toArray(String[]::new));
  }

  public TestAnswer append(String upload, long offset, String text, String... more) {
    return append(upload, offset, BodyPublishers.ofString(text), more);
  }

  public TestAnswer delete(String upload) {
    return http.send("DELETE", upload, BodyPublishers.noBody(), "Tus-Resumable", "1.0.0");
  }
}

package org.reprise.cps;

import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.StringJoiner;
import org.reprise.localstack.testing.TestAnswer;
import org.reprise.localstack.testing.TestClient;

/** A plain HTTP client of the API, as somebody else would write one. */
public final class CpsClient extends TestClient<CpsClient.Answer> {
  CpsClient(String base, String username, String password) {
    super(base, username, password, Answer::new);
  }

  /** A response. */
  public static final class Answer extends TestAnswer {
    Answer(HttpResponse<byte[]> response) {
      super(response);
    }

    /** The body's type. */
    public String contentType() {
      return header("Content-Type");
    }
  }

  /** Query parameters: name, value, name, value. */
  public static String query(String... parameters) {
    StringJoiner query = new StringJoiner("&", "?", "");
    for (int i = 0; i < parameters.length; i += 2) {
      query.add(parameters[i] + "=" + URLEncoder.encode(parameters[i + 1], StandardCharsets.UTF_8));
    }
    return query.toString();
  }

  /** The path of an anchor below {@code /cps/api}. */
  public static String anchor(String version, String dataspace, String anchor) {
    return "/cps/api/%s/dataspaces/%s/anchors/%s".formatted(version, dataspace, anchor);
  }

  /** GET of an answer that is too large to be kept: its status. */
  int status(String path, String... headers) {
    return exchange("GET", path, BodyPublishers.noBody(), BodyHandlers.discarding(), headers)
        .statusCode();
  }

  /** POST of one file. */
  public Answer upload(String path, String fileName, byte[] content) {
    return upload(path, "file", fileName, content);
  }

  /** POST of one file as the named part. */
  public Answer upload(String path, String part, String fileName, byte[] content) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(
        """
        --tests\r
        Content-Disposition: form-data; name="%s"; filename="%s"\r
        Content-Type: application/octet-stream\r
        \r
        """
            .formatted(part, fileName)
            .getBytes(StandardCharsets.UTF_8));
    body.writeBytes(content);
    body.writeBytes("\r\n--tests--\r\n".getBytes(StandardCharsets.UTF_8));
    return send(
        "POST",
        path,
        BodyPublishers.ofByteArray(body.toByteArray()),
        "Content-Type",
        "multipart/form-data; boundary=tests");
  }
}

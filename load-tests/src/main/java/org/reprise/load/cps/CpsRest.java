package org.reprise.load.cps;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import org.reprise.load.stack.Credentials;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The REST API of CPS as far as preparing, checking and cleaning up need it. Sends credentials to
 * the configured origin only: redirects are not followed.
 */
final class CpsRest implements CpsCalls, AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final String BOUNDARY = "reprise-schema-set-boundary";

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(Duration.ofSeconds(10))
          .build();
  private final URI base;
  private final Credentials credentials;
  private final CpsFlow flow = CpsFlow.published();
  private final CpsRequests requests = new CpsRequests(flow);

  /** The API under {@code base}, such as {@code http://127.0.0.1:8883/cps/api}. */
  CpsRest(URI base, Credentials credentials) {
    this.base = base;
    this.credentials = credentials;
  }

  /** Makes dataspace and schema set where they are absent; the report had them "predefined". */
  void prepare() throws IOException, InterruptedException {
    require(send(request(requests.createDataspace()).POST(BodyPublishers.noBody())), 201, 409);
    if (send(request(requests.schemaSet())).statusCode() != 200) {
      require(uploadSchemaSet(), 201, 409);
    }
  }

  private HttpResponse<String> uploadSchemaSet() throws IOException, InterruptedException {
    var head =
        "--"
            + BOUNDARY
            + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"l2-topology.zip\"\r\n"
            + "Content-Type: application/zip\r\n\r\n";
    var body =
        BodyPublishers.concat(
            BodyPublishers.ofString(head),
            BodyPublishers.ofByteArray(flow.yangZip()),
            BodyPublishers.ofString("\r\n--" + BOUNDARY + "--\r\n"));
    return send(
        request(requests.createSchemaSet())
            .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
            .POST(body));
  }

  @Override
  public void perform(CpsOperation operation, String anchor)
      throws IOException, InterruptedException {
    var request = requests.of(operation, anchor);
    require(
        send(
            request(request.path())
                .header("Content-Type", "application/json")
                .method(request.method(), BodyPublishers.ofString(request.body()))),
        request.status());
  }

  /** The names of all anchors whose name begins with {@code prefix}. */
  List<String> anchors(String prefix) throws IOException, InterruptedException {
    return get(requests.anchors())
        .valueStream()
        .map(anchor -> anchor.path("name").asString(""))
        .filter(name -> name.startsWith(prefix))
        .toList();
  }

  /** The whole tree under an anchor, as {@code version} (v2, v3) answers it. */
  JsonNode tree(String anchor, String version) throws IOException, InterruptedException {
    return get(requests.tree(anchor, version));
  }

  private JsonNode get(String path) throws IOException, InterruptedException {
    return JSON.readTree(require(send(request(path)), 200).body());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(base + path))
        .timeout(TIMEOUT)
        .header("Authorization", credentials.basicHeader());
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return http.send(request.build(), BodyHandlers.ofString());
  }

  private static HttpResponse<String> require(HttpResponse<String> answer, Integer... wanted)
      throws IOException {
    if (!List.of(wanted).contains(answer.statusCode())) {
      var body = answer.body();
      throw new IOException(
          "%s %s answered %d: %s"
              .formatted(
                  answer.request().method(),
                  answer.uri(),
                  answer.statusCode(),
                  body.length() > 300 ? body.substring(0, 300) + "…" : body));
    }
    return answer;
  }

  @Override
  public void close() {
    http.close();
  }
}

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
final class CpsRest implements AutoCloseable {
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

  /** The API under {@code base}, such as {@code http://127.0.0.1:8883/cps/api}. */
  CpsRest(URI base, Credentials credentials) {
    this.base = base;
    this.credentials = credentials;
  }

  /** Makes dataspace and schema set where they are absent; the report had them "predefined". */
  void prepare(CpsFlow flow) throws IOException, InterruptedException {
    require(post(CpsRequests.createDataspace(flow), ""), 201, 409);
    if (send(request(CpsRequests.schemaSet(flow))).statusCode() != 200) {
      require(uploadSchemaSet(flow), 201, 409);
    }
  }

  private HttpResponse<String> uploadSchemaSet(CpsFlow flow)
      throws IOException, InterruptedException {
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
        request(CpsRequests.createSchemaSet(flow))
            .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
            .POST(body));
  }

  CpsCalls calls(CpsFlow flow) {
    return new CpsCalls() {
      @Override
      public void createAnchor(String anchor) throws Exception {
        require(post(CpsRequests.createAnchor(flow, anchor), ""), 201);
      }

      @Override
      public void createNode(String anchor) throws Exception {
        require(post(CpsRequests.nodes(flow, anchor), flow.tree()), 201);
      }

      @Override
      public void updateNode(String anchor) throws Exception {
        require(
            send(
                json(CpsRequests.update(flow, anchor))
                    .PUT(BodyPublishers.ofString(flow.fragment()))),
            200);
      }

      @Override
      public void deleteAnchor(String anchor) throws Exception {
        delete(flow, anchor);
      }
    };
  }

  /** Deletes an anchor and all that it holds. */
  void delete(CpsFlow flow, String anchor) throws IOException, InterruptedException {
    require(send(request(CpsRequests.anchor(flow, anchor)).DELETE()), 204);
  }

  /** The names of all anchors whose name begins with {@code prefix}. */
  List<String> anchors(CpsFlow flow, String prefix) throws IOException, InterruptedException {
    return get(CpsRequests.anchors(flow))
        .valueStream()
        .map(anchor -> anchor.path("name").asString(""))
        .filter(name -> name.startsWith(prefix))
        .toList();
  }

  JsonNode get(String path) throws IOException, InterruptedException {
    return JSON.readTree(require(send(request(path)), 200).body());
  }

  private HttpResponse<String> post(String path, String body)
      throws IOException, InterruptedException {
    return send(json(path).POST(BodyPublishers.ofString(body)));
  }

  private HttpRequest.Builder json(String path) {
    return request(path).header("Content-Type", "application/json");
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

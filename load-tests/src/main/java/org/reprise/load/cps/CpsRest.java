package org.reprise.load.cps;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import org.reprise.cps.sample.L2Topology;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.HttpCalls;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The REST API of CPS as far as preparing, checking and cleaning up need it. */
final class CpsRest implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final String SCHEMA_SETS = "/v2/dataspaces/" + CpsFlow.DATASPACE + "/schema-sets";
  private static final String BOUNDARY = "reprise-schema-set-boundary";

  private final HttpCalls calls;
  private final URI base;

  CpsRest(URI base, Credentials credentials) {
    this.base = base;
    this.calls = new HttpCalls(credentials, TIMEOUT, base);
  }

  /** Makes dataspace and schema set where they are absent; the report had them "predefined". */
  void prepare() throws IOException, InterruptedException {
    prepare(CpsFlow.SCHEMA_SET, L2Topology.yangZip());
  }

  void prepare(String schemaSet, byte[] yangZip) throws IOException, InterruptedException {
    var dataspace = "/v2/dataspaces?dataspace-name=" + CpsFlow.DATASPACE;
    send(request(dataspace).POST(BodyPublishers.noBody()), 201, 409);
    var head =
        """
        --%s\r
        Content-Disposition: form-data; name="file"; filename="modules.zip"\r
        Content-Type: application/zip\r
        \r
        """
            .formatted(BOUNDARY);
    var body =
        BodyPublishers.concat(
            BodyPublishers.ofString(head),
            BodyPublishers.ofByteArray(yangZip),
            BodyPublishers.ofString("\r\n--" + BOUNDARY + "--\r\n"));
    send(
        request(SCHEMA_SETS + "?schema-set-name=" + schemaSet)
            .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
            .POST(body),
        201,
        409);
  }

  void perform(CpsOperation operation, String anchor) throws IOException, InterruptedException {
    send(CpsFlow.request(operation, anchor));
  }

  String send(CpsFlow.Request request) throws IOException, InterruptedException {
    var body = BodyPublishers.ofString(request.body());
    return send(
        request(request.path())
            .header("Content-Type", "application/json")
            .method(request.method(), body),
        request.status());
  }

  List<String> anchors(String prefix) throws IOException, InterruptedException {
    return get(CpsFlow.ANCHORS)
        .valueStream()
        .map(anchor -> anchor.path("name").asString(""))
        .filter(name -> name.startsWith(prefix))
        .toList();
  }

  JsonNode tree(String anchor, String version) throws IOException, InterruptedException {
    var anchors = CpsFlow.ANCHORS.replaceFirst("v2", version);
    return get(anchors + "/" + anchor + "/node?xpath=%2F&descendants=all");
  }

  private JsonNode get(String path) throws IOException, InterruptedException {
    return JsonMapper.shared().readTree(send(request(path), 200));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(base + path));
  }

  private String send(HttpRequest.Builder request, Integer... expected)
      throws IOException, InterruptedException {
    return calls.send(request, List.of(expected)::contains).body();
  }

  @Override
  public void close() {
    calls.close();
  }
}

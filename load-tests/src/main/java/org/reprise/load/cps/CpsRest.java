package org.reprise.load.cps;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import org.apache.hc.client5.http.entity.mime.MultipartEntityBuilder;
import org.apache.hc.core5.http.ContentType;
import org.reprise.cps.sample.L2Topology;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.HttpCalls;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The REST API of CPS as far as preparing, checking and cleaning up need it. */
record CpsRest(HttpCalls calls, URI base) implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final String SCHEMA_SETS = "/v2/dataspaces/" + CpsFlow.DATASPACE + "/schema-sets";

  CpsRest(URI base, Credentials credentials) {
    this(new HttpCalls(credentials, TIMEOUT, base), base);
  }

  /** Makes dataspace and schema set where they are absent; the report had them "predefined". */
  void prepare() throws IOException, InterruptedException {
    prepare(CpsFlow.SCHEMA_SET, L2Topology.yangZip());
  }

  void prepare(String schemaSet, byte[] yangZip) throws IOException, InterruptedException {
    var dataspace = "/v2/dataspaces?dataspace-name=" + CpsFlow.DATASPACE;
    send(request(dataspace).POST(BodyPublishers.noBody()), 201, 409);
    var file =
        MultipartEntityBuilder.create()
            .addBinaryBody("file", yangZip, ContentType.create("application/zip"), "modules.zip")
            .build();
    var body = new ByteArrayOutputStream();
    file.writeTo(body);
    send(
        request(SCHEMA_SETS + "?schema-set-name=" + schemaSet)
            .header("Content-Type", file.getContentType())
            .POST(BodyPublishers.ofByteArray(body.toByteArray())),
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

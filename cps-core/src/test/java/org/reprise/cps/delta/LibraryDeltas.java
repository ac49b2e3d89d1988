package org.reprise.cps.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reprise.cps.CpsClient.anchor;
import static org.reprise.cps.CpsClient.query;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.reprise.cps.CpsClient;
import org.reprise.cps.CpsClient.Answer;
import org.reprise.cps.CpsServer;
import org.reprise.cps.query.Library;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Deltas between two anchors of one library model. */
abstract class LibraryDeltas {
  static final JsonMapper JSON = JsonMapper.builder().build();

  static final String SOURCE =
      """
      {"reprise-library:library": {"name": "Main",
        "room": [
          {"number": 1, "open": true, "shelves": {"label": "A", "book": [
            {"title": "Dune", "year": 1965, "price": "5.00"}, {"title": "Emma", "year": 1815}]}},
          {"number": 2, "shelves": {"label": "B"}}],
        "part": {"pages": 1}}}
      """;

  static final String TARGET =
      """
      {"reprise-library:library": {"name": "Main",
        "room": [
          {"number": 1, "open": true, "shelves": {"label": "A", "book": [
            {"title": "Dune", "year": 1966, "copies": "7"}, {"title": "Ubik", "year": 1969}]}},
          {"number": 3, "shelves": {"label": "C"}}],
        "part": {"pages": 1, "part": {"pages": 2}}},
       "reprise-library:archive": {}}
      """;

  final CpsServer server = CpsServer.shared();
  final CpsClient client = server.client();
  String dataspace = "";

  @BeforeEach
  void store() {
    dataspace = Library.dataspace(server);
    Library.anchor(server, dataspace, "source", SOURCE);
    Library.anchor(server, dataspace, "target", TARGET);
  }

  String delta(String... parameters) {
    return anchor("v2", dataspace, "source") + "/delta" + query(parameters);
  }

  Answer between(String... parameters) {
    String[] all = new String[parameters.length + 2];
    all[0] = "target-anchor-name";
    all[1] = "target";
    System.arraycopy(parameters, 0, all, 2, parameters.length);
    return client.get(delta(all));
  }

  Answer apply(String report) {
    return client.json(
        "POST", anchor("v2", dataspace, "source") + "/applyChangesInDeltaReport", report);
  }

  JsonNode read(String anchor) {
    Answer answer =
        client.get(anchor("v3", dataspace, anchor) + "/node" + query("descendants", "all"));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    return answer.json();
  }

  static List<String> entries(Answer answer) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    return StreamSupport.stream(answer.json().spliterator(), false)
        .map(one -> one.get("action").asString() + " " + one.get("xpath").asString())
        .toList();
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static String field(String name, String value) {
    return "--tests\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n%s\r\n"
        .formatted(name, value);
  }

  static String file(String name, String fileName, String content) {
    return "--tests\r\nContent-Disposition: form-data; name=\"%s\"; filename=\"%s\"\r\n\r\n%s\r\n"
        .formatted(name, fileName, content);
  }

  Answer multipart(String path, String... parts) {
    return client.send(
        "POST",
        path,
        BodyPublishers.ofString(String.join("", parts) + "--tests--\r\n"),
        "Content-Type",
        "multipart/form-data; boundary=tests");
  }
}

package org.reprise.load.cps;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * The requests of the flow, and the paths of those around it, below the API's base, as CPS has them
 * since its version 2.
 */
record CpsRequests(CpsFlow flow) {
  /**
   * One request.
   *
   * @param body JSON; empty for none
   * @param status of the right answer
   */
  record Request(String method, String path, String body, int status) {}

  Request of(CpsOperation operation, String anchor) {
    var nodes = anchor(anchor) + "/nodes";
    return switch (operation) {
      case CREATE_ANCHOR ->
          new Request(
              "POST",
              "%s?schema-set-name=%s&anchor-name=%s"
                  .formatted(anchors(), encode(flow.schemaSet()), encode(anchor)),
              "",
              201);
      case CREATE_NODE -> new Request("POST", nodes, flow.tree(), 201);
      case UPDATE_NODE ->
          new Request("PUT", nodes + "?xpath=" + encode(flow.updateParent()), flow.fragment(), 200);
      case DELETE_ANCHOR -> new Request("DELETE", anchor(anchor), "", 204);
    };
  }

  String anchors() {
    return dataspace() + "/anchors";
  }

  private String anchor(String anchor) {
    return anchors() + "/" + encode(anchor);
  }

  String schemaSet() {
    return dataspace() + "/schema-sets/" + encode(flow.schemaSet());
  }

  String createSchemaSet() {
    return dataspace() + "/schema-sets?schema-set-name=" + encode(flow.schemaSet());
  }

  String createDataspace() {
    return "/v2/dataspaces?dataspace-name=" + encode(flow.dataspace());
  }

  /** The whole tree under an anchor, as {@code version} (v2, v3) answers it. */
  String tree(String anchor, String version) {
    return anchor(anchor).replaceFirst("v2", version) + "/node?xpath=%2F&descendants=all";
  }

  private String dataspace() {
    return "/v2/dataspaces/" + encode(flow.dataspace());
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}

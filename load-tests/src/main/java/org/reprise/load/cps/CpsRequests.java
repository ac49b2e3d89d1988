package org.reprise.load.cps;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * The paths of the flow's requests, and of those around it, below the API's base, as CPS has them
 * since its version 2.
 */
final class CpsRequests {
  private CpsRequests() {}

  static String createAnchor(CpsFlow flow, String anchor) {
    return anchors(flow)
        + "?schema-set-name="
        + encode(flow.schemaSet())
        + "&anchor-name="
        + encode(anchor);
  }

  static String anchor(CpsFlow flow, String anchor) {
    return anchors(flow) + "/" + encode(anchor);
  }

  static String nodes(CpsFlow flow, String anchor) {
    return anchor(flow, anchor) + "/nodes";
  }

  static String update(CpsFlow flow, String anchor) {
    return nodes(flow, anchor) + "?xpath=" + encode(flow.updateParent());
  }

  static String anchors(CpsFlow flow) {
    return dataspace(flow) + "/anchors";
  }

  static String schemaSet(CpsFlow flow) {
    return dataspace(flow) + "/schema-sets/" + encode(flow.schemaSet());
  }

  static String createSchemaSet(CpsFlow flow) {
    return dataspace(flow) + "/schema-sets?schema-set-name=" + encode(flow.schemaSet());
  }

  static String createDataspace(CpsFlow flow) {
    return "/v2/dataspaces?dataspace-name=" + encode(flow.dataspace());
  }

  /** The whole tree under an anchor, as {@code version} (v2, v3) answers it. */
  static String tree(CpsFlow flow, String anchor, String version) {
    return anchor(flow, anchor).replaceFirst("v2", version) + "/node?xpath=%2F&descendants=all";
  }

  private static String dataspace(CpsFlow flow) {
    return "/v2/dataspaces/" + encode(flow.dataspace());
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}

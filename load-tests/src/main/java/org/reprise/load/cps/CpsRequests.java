package org.reprise.load.cps;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * The paths of the flow's four requests below the API's base, as CPS has them since its version 2
 * paths.
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

  private static String anchors(CpsFlow flow) {
    return "/v2/dataspaces/" + encode(flow.dataspace()) + "/anchors";
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}

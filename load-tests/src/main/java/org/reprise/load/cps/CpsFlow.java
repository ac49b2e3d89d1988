package org.reprise.load.cps;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.reprise.cps.sample.L2Topology;

/**
 * The data of the flow (CPS-307, "Test Data"), under the names of the report's test application,
 * and the requests of its operations by REST. The modes differ only in how they carry an operation
 * out ({@link CpsCalls}).
 */
final class CpsFlow {
  /** Made before the run where it is absent. */
  static final String DATASPACE = "test-dataspace";

  /** Made before the run where it is absent. */
  static final String SCHEMA_SET = "test-schema-set";

  /** The whole tree as JSON. */
  static final String TREE = L2Topology.appendixB();

  /** Below the API's base, as CPS has it since its version 2. */
  static final String ANCHORS = "/v2/dataspaces/" + DATASPACE + "/anchors";

  private CpsFlow() {}

  /**
   * One request.
   *
   * @param path below the API's base
   * @param body JSON; empty for none
   */
  record Request(String method, String path, String body, int status) {}

  static Request request(CpsOperation operation, String anchor) {
    var path = ANCHORS + "/" + anchor;
    return switch (operation) {
      case CREATE_ANCHOR ->
          new Request(
              "POST",
              "%s?schema-set-name=%s&anchor-name=%s".formatted(ANCHORS, SCHEMA_SET, anchor),
              "",
              201);
      case CREATE_NODE -> new Request("POST", path + "/nodes", TREE, 201);
      case UPDATE_NODE ->
          new Request(
              "PUT",
              path
                  + "/nodes?xpath="
                  + URLEncoder.encode(L2Topology.UPDATE_PARENT_XPATH, StandardCharsets.UTF_8),
              L2Topology.UPDATE_FRAGMENT,
              200);
      case DELETE_ANCHOR -> new Request("DELETE", path, "", 204);
    };
  }
}

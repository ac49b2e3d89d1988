package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reprise.cps.CpsClient.query;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.reprise.cps.CpsClient.Answer;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import tools.jackson.databind.json.JsonMapper;

/**
 * The model of OpenROADM's devices, as published: the data of ONAP CPS's own performance tests are
 * such devices. Ports are named by a leafref whose condition names the circuit pack.
 */
class OpenRoadmIT {
  private static final List<String> MODULES =
      List.of(
          "org-openroadm-*",
          "iana-afn-safi@*",
          "ietf-netconf@*",
          "ietf-inet-types@*",
          "ietf-yang-types@*");

  private final CpsServer server = CpsServer.shared();
  private final CpsClient client = server.client();
  private final String dataspace = CpsServer.freshName("dataspace");

  @Test
  void storesDevicesWhosePortsExist() throws IOException {
    String path = "/cps/api/v2/dataspaces/" + dataspace;
    server.store().dataspaces().create(dataspace);
    Answer uploaded =
        client.upload(
            path + "/schema-sets" + query("schema-set-name", "openroadm"), "model.zip", zip());
    assertThat(uploaded.status()).as(uploaded.toString()).isEqualTo(201);
    server.store().anchors().create(dataspace, "openroadm", "a");

    Answer unknown = client.json("POST", path + "/anchors/a/nodes", device("no such port"));
    assertThat(unknown.status()).as(unknown.toString()).isEqualTo(400);
    assertThat(unknown.body()).contains("refers to 'no such port'");
    Answer stored = client.json("POST", path + "/anchors/a/nodes", device("L1"));
    assertThat(stored.status()).as(stored.toString()).isEqualTo(201);

    Answer read =
        client.get(
            "/cps/api/v3/dataspaces/%s/anchors/a/node".formatted(dataspace)
                + query("xpath", "/org-openroadm-device", "descendants", "all"));
    assertThat(read.json()).isEqualTo(JsonMapper.shared().readTree(device("L1")));
  }

  private static String device(String port) {
    return """
    {'org-openroadm-device:org-openroadm-device':{
    'info':{'node-id':'ROADM-A1','node-number':1,'node-type':'rdm'},
    'shelves':[{'shelf-name':'1','shelf-type':'flexible'}],
    'circuit-packs':[{'circuit-pack-name':'1/0','circuit-pack-type':'amplifier','shelf':'1',
    'ports':[{'port-name':'L1','port-type':'line','circuit-id':'c'}]}],
    'degree':[{'degree-number':1,'max-wavelengths':96,
    'circuit-packs':[{'index':1,'circuit-pack-name':'1/0'}],
    'connection-ports':[{'index':1,'circuit-pack-name':'1/0','port-name':'%s'}]}]}}\
    """
        .formatted(port)
        .replace("\n", "")
        .replace('\'', '"');
  }

  private static byte[] zip() throws IOException {
    ByteArrayOutputStream archive = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(archive)) {
      for (String module : MODULES) {
        String files = "classpath*:META-INF/yang/%s.yang".formatted(module);
        for (Resource file : new PathMatchingResourcePatternResolver().getResources(files)) {
          zip.putNextEntry(new ZipEntry(String.valueOf(file.getFilename())));
          file.getInputStream().transferTo(zip);
        }
      }
    }
    return archive.toByteArray();
  }
}

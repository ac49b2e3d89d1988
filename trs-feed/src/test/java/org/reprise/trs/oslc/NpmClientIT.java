package org.reprise.trs.oslc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;
import org.reprise.localstack.testing.NpmPackage;
import org.reprise.oslcclient.OslcClient;
import org.reprise.trs.Contents;
import org.reprise.trs.TrsServer;

/** The npm package oslc-client, the newest in the registry, reads a work item. */
class NpmClientIT {
  private static final String TITLE = "Read by the npm package";

  private static final String SCRIPT =
      """
      const Server = require('oslc-client');
      const [address, username, password, project, title] = process.argv.slice(1);
      const need = (err, result) => { if (err) throw new Error(err); return result; };
      const server = new Server(address, username, password);
      server.connect(OSLCCM10('cmServiceProviders'), () => server.use(project, () => server.query({
        from: server.serviceProvider.queryBase(OSLCCM('ChangeRequest')),
        where: 'dcterms:title="' + title + '"'
      }, (err, found) => server.read(need(err, found)[0].getURI(), (err, item) =>
        server.readCompact(need(err, item).getURI(), (err, compact) => console.log([
          found.length, item.getURI(), item.getTitle(), item.etag, need(err, compact).getShortTitle()
        ].join(' | ')))))));
      """;

  @Test
  void findsAndReadsWorkItem() throws Exception {
    Path folder = NpmPackage.install("oslc-client", "1.0.7");
    OslcClient client = TrsServer.shared().client();
    String uri = client.post("/ccm/oslc/projects/1/resources", Contents.workItem(TITLE)).location();
    String etag = client.get(uri, "Accept", "application/rdf+xml").etag();
    assertThat(run(folder))
        .isEqualTo(
            String.join(" | ", "1", uri, TITLE, etag, uri.substring(uri.lastIndexOf('/') + 1)));
  }

  private static String run(Path folder) throws Exception {
    ProcessBuilder command =
        new ProcessBuilder(
            "node",
            "-e",
            SCRIPT,
            TrsServer.shared().baseUri() + "/ccm",
            TrsServer.USERNAME,
            TrsServer.PASSWORD,
            "Project 1",
            TITLE);
    command.directory(folder.toFile()).redirectErrorStream(true);
    Process node;
    try {
      node = command.start();
    } catch (IOException e) {
      throw new TestAbortedException("There is no node on the path: " + e.getMessage());
    }
    String output = new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(node.waitFor()).as(output).isZero();
    return output.lines().filter(line -> line.contains(" | ")).findFirst().orElse(output);
  }
}

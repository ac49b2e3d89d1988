package org.reprise.cps.subscription;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.anchor.Anchors;
import org.reprise.cps.data.DataNodes;
import org.reprise.cps.dataspace.Dataspaces;
import org.reprise.cps.fault.AlreadyDefined;
import org.reprise.cps.fault.InvalidRequest;
import org.reprise.cps.fault.Missing;
import org.reprise.cps.fragment.Descendants;
import org.reprise.cps.payload.Payload;
import org.reprise.cps.schema.SchemaSets;
import org.reprise.cps.schema.YangSources;
import org.reprise.cps.web.ApiPaths;
import org.reprise.cps.web.ContentTypes;
import org.reprise.kit.web.KnownParametersOnly;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * Subscriptions to changes. As in ONAP CPS, they are the data of an anchor that serves nothing
 * else; its dataspace, schema set and anchor are created when they are first needed.
 */
@RestController
@KnownParametersOnly
class SubscriptionController {
  private static final String PATH = ApiPaths.V2 + "/notification-subscription";
  private static final String TOP = "/dataspaces";
  private static final AnchorRef ANCHOR = ChangeEvents.SUBSCRIPTIONS;

  private final Dataspaces dataspaces;
  private final SchemaSets schemaSets;
  private final Anchors anchors;
  private final DataNodes dataNodes;

  SubscriptionController(
      Dataspaces dataspaces, SchemaSets schemaSets, Anchors anchors, DataNodes dataNodes) {
    this.dataspaces = dataspaces;
    this.schemaSets = schemaSets;
    this.anchors = anchors;
    this.dataNodes = dataNodes;
  }

  @GetMapping(path = PATH, produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<String> read(@RequestParam(defaultValue = TOP) String xpath) throws IOException {
    prepare();
    return ContentTypes.answer(
        false, dataNodes.readWithSchema(ANCHOR, xpath, Descendants.ALL).json());
  }

  @PostMapping(path = PATH, consumes = MediaType.APPLICATION_JSON_VALUE)
  @ResponseStatus(HttpStatus.CREATED)
  void create(@RequestParam(defaultValue = TOP) String xpath, @RequestBody byte[] body)
      throws IOException {
    prepare();
    dataNodes.create(ANCHOR, xpath, Payload.onapJson(ContentTypes.text(body, null)));
  }

  @DeleteMapping(PATH)
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@RequestParam(defaultValue = TOP) String xpath) throws IOException {
    prepare();
    dataNodes.delete(ANCHOR, xpath);
  }

  // Each time: another process, or a caller of the data API, may have deleted it since.
  private void prepare() throws IOException {
    try {
      dataNodes.read(ANCHOR, TOP, Descendants.NONE);
      return;
    } catch (InvalidRequest | Missing e) {
      // Created below.
    }
    String name = ANCHOR.anchor();
    String file = name + ".yang";
    String text =
        new ClassPathResource(file, getClass()).getContentAsString(StandardCharsets.UTF_8);
    ifMissing(() -> dataspaces.create(ANCHOR.dataspace()));
    ifMissing(
        () -> schemaSets.create(ANCHOR.dataspace(), name, new YangSources(Map.of(file, text))));
    ifMissing(() -> anchors.create(ANCHOR.dataspace(), name, name));
    ifMissing(() -> dataNodes.create(ANCHOR, "/", Payload.onapJson("{\"dataspaces\":{}}")));
  }

  private static void ifMissing(Runnable create) {
    try {
      create.run();
    } catch (AlreadyDefined e) {
      // By an earlier request, or by another process at the same time.
    }
  }
}

package org.reprise.cps.data;

import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.reprise.cps.CpsServer;
import org.reprise.cps.PlantAnchor;
import org.reprise.cps.payload.Payload;

/** A node of one case removes those of the others (RFC 7950, section 7.9). */
class ChoicesIT {
  private final CpsServer server = CpsServer.shared();
  private final PlantAnchor plant = new PlantAnchor(server.store());

  static Stream<Arguments> storedInOtherWays() {
    String device = "/shop/device[@name='d']";
    BiConsumer<PlantAnchor, String> patch =
        (anchor, leafs) -> anchor.update("/shop", "{'device':[{'name':'d'," + leafs + "}]}");
    BiConsumer<PlantAnchor, String> put =
        (anchor, leafs) -> anchor.replace("/shop", "{'device':[{'name':'d'," + leafs + "}]}");
    BiConsumer<PlantAnchor, String> post =
        (anchor, child) -> anchor.create(device, "{" + child + "}");
    BiConsumer<PlantAnchor, String> putChild =
        (anchor, child) -> anchor.replace(device, "{" + child + "}");
    BiConsumer<PlantAnchor, String> putList =
        (anchor, child) ->
            CpsServer.shared()
                .store()
                .dataNodes()
                .replaceListContent(anchor.ref(), device, PlantAnchor.json("{" + child + "}"));
    BiConsumer<PlantAnchor, String> delta =
        (anchor, child) ->
            anchor.apply(
                "[{'action':'create','xpath':'%s','targetData':{%s}}]"
                    .formatted(device.replace("'", "~"), child));
    BiConsumer<PlantAnchor, String> deltaLeafs =
        (anchor, leafs) ->
            anchor.apply(
                "[{'action':'replace','xpath':'%s','targetData':{'device':[{'name':'d',%s}]}}]"
                    .formatted(device.replace("'", "~"), leafs));
    BiConsumer<PlantAnchor, String> xml =
        (anchor, child) ->
            CpsServer.shared()
                .store()
                .dataNodes()
                .create(anchor.ref(), device, Payload.xml("<auto xmlns='urn:plant'/>"));
    return Stream.of(
        Arguments.of("PATCH with a leaf", patch, "'line':'tty0'", "'line':'tty0'"),
        Arguments.of("PATCH with a nested case", patch, "'baud':9600", "'baud':9600"),
        Arguments.of("PUT", put, "'line':'tty0'", "'line':'tty0'"),
        Arguments.of("POST", post, "'auto':{}", "'auto':{}"),
        Arguments.of("POST of XML", xml, "", "'auto':{}"),
        Arguments.of("PUT of a child", putChild, "'bus':[{'id':7}]", "'bus':[{'id':7}]"),
        Arguments.of("PUT of list-nodes", putList, "'bus':[{'id':7}]", "'bus':[{'id':7}]"),
        Arguments.of("creation of a delta", delta, "'auto':{}", "'auto':{}"),
        Arguments.of("replacement of a delta", deltaLeafs, "'line':'x'", "'line':'x'"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("storedInOtherWays")
  void removesTheOtherCase(
      String how, BiConsumer<PlantAnchor, String> store, String sent, String stored) {
    plant.create(
        "/",
        "{'shop':{'device':[{'name':'d','port':5,'keepalive':{'seconds':9}},{'name':'e','port':6}]}}");

    store.accept(plant, sent);

    plant.hasExactly(
        "{'plant:shop':{'device':[{'name':'d',%s},{'name':'e','port':6}]}}".formatted(stored));
    plant.replace("/", plant.whole());
  }

  @Test
  void excludesNestedCasesWithinTheirOwnCaseOnly() {
    plant.create("/", "{'shop':{'device':[{'name':'d','line':'tty0','baud':1}]}}");

    plant.create("/shop/device[@name='d']", "{'auto':{}}");

    plant.hasExactly("{'plant:shop':{'device':[{'name':'d','line':'tty0','auto':{}}]}}");
  }

  @Test
  void excludesTopLevelCases() {
    plant.create("/", "{'indoor':{'room':'r'}}");
    plant.create("/", "{'outdoor':[{'id':'o'}]}");
    plant.hasExactly("{'plant:outdoor':[{'id':'o'}]}");

    plant.replace("/", "{'indoor':{'room':'s'}}");
    plant.hasExactly("{'plant:indoor':{'room':'s'}}");
  }

  @Test
  void refusesTwoCasesInOnePayload() {
    plant.create("/", "{'shop':{'device':[{'name':'d','line':'x'}]}}");
    plant.refused(() -> plant.update("/shop", "{'device':[{'name':'d','port':1,'line':'y'}]}"), "");
    plant.refused(() -> plant.replace("/shop", "{'device':[{'name':'d','auto':{},'baud':1}]}"), "");
    plant.refused(
        () ->
            plant.apply(
                """
                [{'action':'create','xpath':'/shop/device[@name=~d~]','targetData':{'auto':{}}},
                 {'action':'create','xpath':'/shop/device[@name=~d~]','targetData':{'keepalive':{}}}]
                """),
        "belong to different cases of a choice");
  }
}

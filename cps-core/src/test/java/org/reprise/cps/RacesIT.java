package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reprise.cps.CpsClient.query;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reprise.cps.CpsClient.Answer;
import org.reprise.cps.sample.L2Topology;

/** Several callers at once: the outcome is always that of the calls one after the other. */
class RacesIT {
  private static final int ROUNDS = 20;
  private static final String ORPHANS =
      """
      select count(*) from fragment f where
        not exists (select from anchor a where a.id = f.anchor_id)
        or (f.depth > 1 and not exists (
          select from fragment p where p.anchor_id = f.anchor_id and p.depth = f.depth - 1
            and starts_with(f.xpath, p.xpath || '/')))\
      """;

  private final CpsServer server = CpsServer.shared();
  private final CpsClient client = server.client();
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
  private String dataspace = "";

  @BeforeEach
  void prepare() {
    dataspace = server.treesDataspace();
  }

  @AfterEach
  void noFragmentIsOrphaned() {
    callers.close();
    assertThat(server.count(ORPHANS)).isZero();
  }

  private String in(String rest) {
    return "/cps/api/v2/dataspaces/" + dataspace + rest;
  }

  private String nodes(String anchor, String... parameters) {
    return in("/anchors/" + anchor + "/nodes") + (parameters.length == 0 ? "" : query(parameters));
  }

  private void anchor(String name) {
    server.store().anchors().create(dataspace, "trees", name);
  }

  /** Calls at the same moment, and returns the answers' status codes, in the calls' order. */
  @SafeVarargs
  private List<Integer> together(Callable<Answer>... calls) {
    CyclicBarrier start = new CyclicBarrier(calls.length);
    List<Future<Integer>> futures = new ArrayList<>();
    for (Callable<Answer> call : calls) {
      futures.add(
          callers.submit(() -> {
            start.await();
            return call.call().status();
          }));
    }
    return futures.stream().map(RacesIT::result).toList();
  }

  private static <T> T result(Future<T> future) {
    try {
      return future.get();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static String json(String text) {
    return text.replace('\'', '"');
  }

  @Test
  void oneOfTwoConcurrentCreatesSucceeds() {
    byte[] yang =
        "module m { namespace urn:m; prefix m; container c; }".getBytes(StandardCharsets.UTF_8);
    for (int round = 0; round < ROUNDS; round++) {
      String name = CpsServer.freshName("race");
      List<Callable<Answer>> creations =
          List.of(
              () -> client.post("/cps/api/v2/dataspaces" + query("dataspace-name", name)),
              () ->
                  client.upload(
                      in("/schema-sets") + query("schema-set-name", name), "m.yang", yang),
              () ->
                  client.post(
                      in("/anchors") + query("schema-set-name", "trees", "anchor-name", name)),
              () -> client.json("POST", nodes(name), json("{'forest':{'tree':[]}}")),
              () ->
                  client.json(
                      "POST",
                      nodes(name, "xpath", "/forest"),
                      json("{'tree':[{'name':'a','number':1,'trunk':{}}]}")));
      for (Callable<Answer> creation : creations) {
        assertThat(together(creation, creation)).containsExactlyInAnyOrder(201, 409);
      }
    }
  }

  @Test
  void createsEntriesOnceWhenSentInOppositeOrders() {
    for (int round = 0; round < 10; round++) {
      String anchor = "opposite" + round;
      anchor(anchor);
      List<String> notes = IntStream.range(0, 500).mapToObj("{\"id\":\"%d\"}"::formatted).toList();
      String ascending = "{\"note\":[" + String.join(",", notes) + "]}";
      String descending = "{\"note\":[" + String.join(",", notes.reversed()) + "]}";

      List<Integer> answers =
          together(
              () -> client.json("POST", nodes(anchor), ascending),
              () -> client.json("POST", nodes(anchor), descending));

      assertThat(answers).containsExactlyInAnyOrder(201, 409);
    }
  }

  @Test
  void losesNoConcurrentUpdate() {
    anchor("a");
    client.json("POST", nodes("a"), json("{'forest':{'tree':[{'name':'t','number':1}]}}"));
    int writers = 8;
    int number = 0;
    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of calls
    Callable<Answer>[] calls = new Callable[writers];
    for (int round = 0; round < 5; round++) {
      for (int i = 0; i < writers; i++) {
        int n = ++number;
        calls[i] =
            n % 2 == 0
                ? () ->
                    client.json(
                        "POST",
                        nodes("a", "xpath", "/forest/tree[@name='t' and @number='1']"),
                        json("{'branch':[{'id':'%d'}]}".formatted(n)))
                : () ->
                    client.json(
                        "PUT",
                        nodes("a", "xpath", "/forest/tree[@name='t' and @number='1']"),
                        json(
                            "{'branch':[{'id':'%d','twig':[{'kind':'palm','evergreen':true}]}]}"
                                .formatted(n)
                                .replace("palm", "trees-more:palm")));
      }
      assertThat(together(calls)).allMatch(status -> status == 200 || status == 201);
    }
    assertThat(
            client
                .get(
                    in("/anchors/a/node")
                        + query("xpath", "/forest/tree[@name='t' and @number='1']/branch"))
                .json()
                .size())
        .isEqualTo(number);
  }

  @Test
  void concurrentPatchesOfOneNodeAreAllKept() {
    anchor("a");
    client.json("POST", nodes("a"), json("{'forest':{'tree':[{'name':'t','number':1}]}}"));
    String tree = "{'tree':[{'name':'t','number':1,%s}]}";
    for (int round = 0; round < ROUNDS; round++) {
      int value = round;
      String xpath = "/forest";
      List<Integer> answers =
          together(
              () ->
                  client.json(
                      "PATCH", nodes("a", "xpath", xpath), json(tree.formatted("'i8':" + value))),
              () ->
                  client.json(
                      "PATCH", nodes("a", "xpath", xpath), json(tree.formatted("'i16':" + value))),
              () ->
                  client.json(
                      "PATCH", nodes("a", "xpath", xpath), json(tree.formatted("'i32':" + value))));
      assertThat(answers).containsOnly(200);
      assertThat(
              client
                  .get(in("/anchors/a/node") + query("xpath", "/forest/tree"))
                  .body()
                  .replace('"', '\''))
          .contains("'i8':" + value, "'i16':" + value, "'i32':" + value);
    }
  }

  @Test
  void noChildOutlivesItsParent() {
    anchor("a");
    client.json("POST", nodes("a"), json("{'forest':{}}"));
    String tree = json("{'tree':[{'name':'t','number':1}]}");
    String child = json("{'branch':[{'id':'1','twig':[{'kind':'conifer','evergreen':true}]}]}");
    String xpath = "/forest/tree[@name='t' and @number='1']";
    for (int round = 0; round < ROUNDS; round++) {
      client.json("POST", nodes("a", "xpath", "/forest"), tree);
      List<Integer> answers =
          together(
              () -> client.delete(nodes("a", "xpath", xpath)),
              () -> client.json("POST", nodes("a", "xpath", xpath), child),
              () ->
                  client.json("PUT", nodes("a", "xpath", xpath), child.replace("\"1\"", "\"2\"")));
      assertThat(answers.get(0)).isEqualTo(204);
      assertThat(answers.get(1)).isIn(201, 400);
      assertThat(answers.get(2)).isIn(200, 400);
      assertThat(server.count(ORPHANS)).isZero();
      assertThat(client.get(in("/anchors/a/node") + query("xpath", xpath)).status()).isEqualTo(404);
    }
  }

  @Test
  void replacedTreeIsNeverReadInPart() {
    String small = json("{'forest':{'tree':[{'name':'small','number':1}]}}");
    String large =
        json("{'forest':{'owner':'x','tree':[{'name':'l','number':1},{'name':'l','number':2}]}}");
    for (int round = 0; round < ROUNDS; round++) {
      String name = CpsServer.freshName("whole");
      anchor(name);
      List<Integer> answers =
          together(
              () -> client.json("POST", nodes(name), large),
              () -> client.json("PUT", nodes(name), small));
      assertThat(answers.get(1)).isEqualTo(200);
      assertThat(answers.get(0)).isIn(201, 409);
      // Whichever came first, the replacement is what is there.
      assertThat(
              client
                  .get(in("/anchors/" + name + "/node") + query("descendants", "all"))
                  .body()
                  .replace('"', '\''))
          .isEqualTo("[{'tr:forest':{'tree':[{'name':'small','number':1}]}}]");
    }
  }

  @Test
  void deletedAnchorLeavesNoFragments() {
    for (int round = 0; round < ROUNDS; round++) {
      String name = CpsServer.freshName("gone");
      anchor(name);
      String topology = json("{'forest':{'tree':[{'name':'t','number':1,'trunk':{}}]}}");
      List<Integer> answers =
          together(
              () -> client.json("POST", nodes(name), topology),
              () -> client.json("POST", nodes(name), json("{'note':[{'id':'1'}]}")),
              () -> client.json("PUT", nodes(name), json("{'guide':{}}")),
              () -> client.delete(in("/anchors/" + name)));
      assertThat(answers.subList(0, 3))
          .allMatch(status -> status == 200 || status == 201 || status == 400);
      assertThat(answers.get(3)).isEqualTo(204);
      assertThat(server.count(ORPHANS)).isZero();
    }
  }

  @Test
  void fillsManyAnchorsConcurrently() {
    String topology = server.topologyDataspace();
    List<Future<Integer>> stored = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      String name = "anchor-" + i;
      stored.add(
          callers.submit(() -> {
            client.post(
                "/cps/api/v2/dataspaces/"
                    + topology
                    + "/anchors"
                    + query("schema-set-name", "l2", "anchor-name", name));
            return client
                .json(
                    "POST",
                    CpsClient.anchor("v2", topology, name) + "/nodes",
                    L2Topology.appendixB())
                .status();
          }));
    }
    assertThat(stored).allSatisfy(answer -> assertThat(result(answer)).isEqualTo(201));
    assertThat(
            server.count(
                "select count(*) from (select from fragment f join anchor a on a.id = f.anchor_id"
                    + " join dataspace d on d.id = a.dataspace_id where d.name = '"
                    + topology
                    + "' group by a.id having count(*) = 52) full_anchors"))
        .isEqualTo(60);
  }

  @Test
  void createsAndDeletesSchemaSetsOfTheSameSourcesConcurrently() {
    byte[] yang =
        "module come { namespace urn:c; prefix c; container c; }".getBytes(StandardCharsets.UTF_8);
    for (int round = 0; round < ROUNDS; round++) {
      String first = CpsServer.freshName("set");
      String second = CpsServer.freshName("set");
      client.upload(in("/schema-sets") + query("schema-set-name", first), "come.yang", yang);
      List<Integer> answers =
          together(
              () -> client.delete(in("/schema-sets/" + first)),
              () ->
                  client.upload(
                      in("/schema-sets") + query("schema-set-name", second), "come.yang", yang),
              () -> client.post("/cps/api/v2/admin/dataspaces/" + dataspace + "/actions/clean"));
      assertThat(answers.get(0)).isIn(204, 400);
      assertThat(answers.get(1)).isEqualTo(201);
      assertThat(answers.get(2)).isEqualTo(204);
    }
  }

  @Test
  void deletionDuringUseIsAnsweredAsNotFoundOrConflict() {
    byte[] yang =
        "module go { namespace urn:g; prefix g; container c; }".getBytes(StandardCharsets.UTF_8);
    for (int round = 0; round < ROUNDS; round++) {
      String set = CpsServer.freshName("set");
      String name = CpsServer.freshName("anchor");
      client.upload(in("/schema-sets") + query("schema-set-name", set), "go.yang", yang);
      List<Integer> answers =
          together(
              () ->
                  client.post(in("/anchors") + query("schema-set-name", set, "anchor-name", name)),
              () -> client.delete(in("/schema-sets/" + set)));
      assertThat(answers).isIn(List.of(201, 409), List.of(400, 204));
    }
  }
}

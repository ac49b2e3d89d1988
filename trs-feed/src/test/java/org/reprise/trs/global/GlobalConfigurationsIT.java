package org.reprise.trs.global;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.oslcclient.Documents;
import org.reprise.oslcclient.OslcClient;
import org.reprise.trs.Contents;
import org.reprise.trs.GcServer;
import org.reprise.trs.GcServer.Entry;
import org.reprise.trs.TrsServer;

/** Requests in the context of a global configuration, which another server resolves. */
class GlobalConfigurationsIT {
  private static final String CONTEXT = "Configuration-Context";
  private static final String FACTORY = "/qm/oslc/projects/1/resources";
  private static final GcServer GC = GcServer.shared();
  private static final TrsServer SERVER = TrsServer.withGlobalConfigurations();
  private static final OslcClient CLIENT = SERVER.client();

  private String first = "";
  private String second = "";
  private String concept = "";

  // A concept that two streams of its component select in different versions.
  @BeforeEach
  void twoStreams() {
    GC.heal();
    concept = CLIENT.post(FACTORY, Contents.testCase("as it was")).location();
    String selections =
        Documents.values(
                CLIENT.get("/qm/component/1/configurations").model(),
                SERVER.baseUri() + "/qm/component/1/configurations",
                "http://www.w3.org/ns/ldp#contains")
            .stream()
            .min(java.util.Comparator.comparingInt(GlobalConfigurationsIT::number))
            .orElseThrow();
    first = selections;
    String baseline = CLIENT.post(first + "/baselines", "").location();
    second = CLIENT.post(baseline + "/streams", "").location();
    OslcClient.Answer read = CLIENT.get(concept, CONTEXT, second);
    assertThat(
            CLIENT
                .put(
                    concept,
                    Contents.testCase("as it is"),
                    CONTEXT,
                    second,
                    "If-Match",
                    read.etag())
                .status())
        .isEqualTo(200);
  }

  private static int number(String uri) {
    return Integer.parseInt(uri.substring(uri.lastIndexOf('/') + 1));
  }

  private static String component(int number) {
    return SERVER.baseUri() + "/qm/component/" + number;
  }

  private String title(String context) {
    OslcClient.Answer answer = CLIENT.get(concept, CONTEXT, context);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    assertThat(answer.header("Vary")).contains(CONTEXT);
    return Documents.value(answer.model(), "http://purl.org/dc/terms/title");
  }

  @Test
  void globalConfigurationSelectsLocalOneOfComponent() {
    String global =
        GC.stream(
            1,
            Entry.of(component(2), SERVER.baseUri() + "/qm/configuration/2"),
            Entry.of(component(1), second));
    assertThat(title(global)).isEqualTo("as it is");
    assertThat(title("<" + global + ">")).as("as some clients send it").isEqualTo("as it is");
    assertThat(title(first)).isEqualTo("as it was");
    OslcClient.Answer found =
        CLIENT.get(
            FACTORY
                + "?oslc.select=dcterms:title&oslc.pageSize=1000&oslc_config.context="
                + java.net.URLEncoder.encode(global, java.nio.charset.StandardCharsets.UTF_8));
    assertThat(found.status()).as(found.toString()).isEqualTo(200);
    assertThat(found.body()).contains("as it is");
  }

  @Test
  void writesGoToSelectedStream() {
    String global = GC.stream(2, Entry.of(component(1), second));
    String made =
        CLIENT.post(FACTORY, Contents.testCase("made in both"), CONTEXT, global).location();
    assertThat(CLIENT.get(made, CONTEXT, global).status()).isEqualTo(200);
    assertThat(CLIENT.get(made, CONTEXT, second).status()).isEqualTo(200);
    assertThat(CLIENT.get(made, CONTEXT, first).status()).isEqualTo(404);
  }

  @Test
  void selectsFirstConfigurationOfComponent() {
    assertThat(
            title(
                GC.stream(3, Entry.of(component(1), second), new Entry(component(1), first, true))))
        .isEqualTo("as it is");
    assertThat(title(GC.stream(3, Entry.of(component(1), first), Entry.of(component(1), second))))
        .as("by the order, where nobody calls it skew")
        .isEqualTo("as it was");
  }

  @Test
  void replacedContributionCountsAtOnceAndUnchangedOneIsNotReread() {
    String global = GC.stream(4, Entry.of(component(1), first));
    assertThat(title(global)).isEqualTo("as it was");
    assertThat(title(global)).isEqualTo("as it was");
    GcServer.Request last = GC.asked().getLast();
    assertThat(last.uri()).isEqualTo("/gc/configuration/4");
    assertThat(last.header("If-none-match")).as("it is asked with what is known").isNotNull();
    assertThat(
            new String(
                Base64.getDecoder()
                    .decode(Objects.requireNonNull(last.header("Authorization")).substring(6)),
                java.nio.charset.StandardCharsets.UTF_8))
        .as("with the application's own credentials")
        .isEqualTo("application:its secret");
    GC.stream(4, Entry.of(component(1), second));
    assertThat(title(global)).isEqualTo("as it is");
  }

  @Test
  void unselectedConceptReturns404() {
    String global = GC.stream(5, Entry.of(component(2), second));
    assertThat(Documents.error(CLIENT.get(concept, CONTEXT, global), 404))
        .contains(global, component(1));
    Documents.error(CLIENT.get(concept, CONTEXT, GC.base() + "/gc/configuration/999"), 404);
    Documents.error(
        CLIENT.get(
            concept,
            CONTEXT,
            GC.stream(6, Entry.of(component(1), SERVER.baseUri() + "/qm/configuration/123456"))),
        404);
    assertThat(
            Documents.error(
                CLIENT.get(
                    concept,
                    CONTEXT,
                    GC.stream(7, Entry.of(component(1), SERVER.baseUri() + "/qm/configuration/2"))),
                404))
        .as("of another component")
        .contains("selects no configuration");
    Documents.error(CLIENT.get("/qm/resource/99999999", CONTEXT, global), 404);
    Documents.error(CLIENT.get(concept, CONTEXT, "http://elsewhere.test/gc/configuration/1"), 404);
  }

  @Test
  void baselineWorksWhileServerIsAwayAndStreamDoesNot() {
    String stream = GC.stream(8, Entry.of(component(1), second));
    String baseline = GC.baseline(9, Entry.of(component(1), second));
    assertThat(title(stream)).isEqualTo("as it is");
    assertThat(title(baseline)).isEqualTo("as it is");
    GC.fault("*", GcServer.status(503));
    OslcClient.Answer answer = CLIENT.get(concept, CONTEXT, stream);
    Documents.error(answer, 503);
    assertThat(answer.header("Retry-After")).isNotEmpty();
    assertThat(title(baseline)).isEqualTo("as it is");
    assertThat(CLIENT.get(concept).status()).as("without a context").isEqualTo(200);
    assertThat(title(first)).as("in a local one").isEqualTo("as it was");
    GC.heal();
    assertThat(title(stream)).isEqualTo("as it is");
  }

  @Test
  void unresponsiveServerTimesOut() {
    CountDownLatch end = new CountDownLatch(1);
    GC.fault(
        "*",
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", "text/turtle");
          exchange.sendResponseHeaders(200, 100);
          exchange
              .getResponseBody()
              .write("@prefix ".getBytes(java.nio.charset.StandardCharsets.UTF_8));
          exchange.getResponseBody().flush();
          isOver(end);
        });
    try (TrsServer impatient =
        TrsServer.start(
            "--reprise.trs.applications=qm",
            "--reprise.trs.global-configurations.base-uri=" + GC.base(),
            "--reprise.trs.global-configurations.connect-timeout=250ms",
            "--reprise.trs.global-configurations.timeout=500ms")) {
      OslcClient client = impatient.client();
      String own = client.post(FACTORY, Contents.testCase("as it was")).location();
      OslcClient.Answer answer = client.get(own, CONTEXT, GC.base() + "/gc/configuration/10");
      Documents.error(answer, 503);
      assertThat(answer.header("Retry-After")).isNotEmpty();
    } finally {
      end.countDown();
    }
  }

  private static boolean isOver(CountDownLatch latch) {
    try {
      return latch.await(10, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 304, 400, 401, 403})
  void unusableAnswerReturns502(int status) {
    GC.fault("*", GcServer.status(status));
    Documents.error(CLIENT.get(concept, CONTEXT, GC.base() + "/gc/configuration/11"), 502);
  }

  @Test
  void unreadableDocumentReturns502() {
    GC.document("/gc/configuration/12", "this is no Turtle");
    assertThat(
            Documents.error(CLIENT.get(concept, CONTEXT, GC.base() + "/gc/configuration/12"), 502))
        .contains("/gc/configuration/12");
  }

  @Test
  void rejectsContextThatIsNotPlainUri() {
    Documents.error(CLIENT.get(concept, CONTEXT, GC.base() + "/gc/../admin"), 400);
    Documents.error(CLIENT.get(concept, CONTEXT, GC.base() + "/gc/configuration/1#c1"), 400);
  }

  @Test
  void readersSeeOneConfigurationDuringReplacement() throws Exception {
    String global = GC.stream(13, Entry.of(component(1), first));
    AtomicBoolean isOver = new AtomicBoolean();
    List<Future<List<String>>> readers = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int n = 0; n < 4; n++) {
        readers.add(
            threads.submit(() -> {
              List<String> titles = new ArrayList<>();
              while (!isOver.get()) {
                titles.add(title(global));
              }
              return titles;
            }));
      }
      try {
        for (int n = 0; n < 50; n++) {
          String expected = n % 2 == 0 ? "as it is" : "as it was";
          GC.stream(13, Entry.of(component(1), n % 2 == 0 ? second : first));
          assertThat(title(global)).as("round " + n).isEqualTo(expected);
        }
      } finally {
        isOver.set(true);
      }
      for (Future<List<String>> reader : readers) {
        assertThat(reader.get()).isSubsetOf("as it is", "as it was");
      }
    }
  }

  @Test
  void revalidatesConcurrently() throws Exception {
    String global = GC.stream(14, Entry.of(component(1), second));
    assertThat(title(global)).isEqualTo("as it is");
    assertThat(isAskedAtOnce(global, 8)).isTrue();
  }

  @Test
  void doesNotReadDocumentWhoseEntityTagIsKnown() {
    String global = GC.stream(15, Entry.of(component(1), second));
    assertThat(title(global)).isEqualTo("as it is");
    GC.fault(
        "/gc/configuration/15",
        exchange -> {
          String known = exchange.getRequestHeaders().getFirst("If-None-Match");
          exchange.getResponseHeaders().set("ETag", Objects.requireNonNull(known));
          exchange.getResponseHeaders().set("Content-Type", "text/turtle");
          exchange.sendResponseHeaders(200, 1);
          exchange.getResponseBody().write('<');
        });
    assertThat(title(global)).isEqualTo("as it is");
  }

  // Whether so many requests for the stream are under way together; none is answered before.
  private boolean isAskedAtOnce(String global, int many) throws Exception {
    CountDownLatch asked = new CountDownLatch(many);
    GC.fault(
        "/gc/configuration/14",
        exchange -> {
          asked.countDown();
          exchange.sendResponseHeaders(isOver(asked) ? 304 : 503, -1);
        });
    List<Future<Integer>> readers = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int n = 0; n < many; n++) {
        readers.add(threads.submit(() -> CLIENT.get(concept, CONTEXT, global).status()));
      }
      boolean isEach = true;
      for (Future<Integer> reader : readers) {
        isEach &= reader.get() == 200;
      }
      return isEach;
    }
  }
}

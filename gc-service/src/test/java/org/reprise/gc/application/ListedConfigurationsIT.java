package org.reprise.gc.application;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reprise.gc.FakeApplication;
import org.reprise.gc.GcServer;

/** What an application lists of its components, and what it may do wrong. */
class ListedConfigurationsIT {
  private static final FakeApplication QM = FakeApplication.part();
  private static final FakeApplication OTHER = new FakeApplication();
  private static final GcServer SERVER = GcServer.withApplication();
  private static final ListedConfigurations LISTED = SERVER.part(ListedConfigurations.class);

  @AfterEach
  void heal() {
    QM.heal();
  }

  @AfterAll
  static void end() {
    OTHER.close();
  }

  private static List<String> uris(ListedConfigurations.ApplicationListing listed) {
    return listed.configurations().stream().map(LocalConfiguration::uri).toList();
  }

  private static void answer(String request, String turtle) {
    QM.fault(
        request,
        exchange -> {
          FakeApplication.answer(exchange, 200, turtle);
          return true;
        });
  }

  private static String contains(int stream, String uri) {
    return "<%s/configurations> <http://www.w3.org/ns/ldp#contains> <%s> .\n"
        .formatted(QM.component(stream), uri);
  }

  @Test
  void listsNewestFirstUpToMax() {
    String first = QM.baseline(11);
    String second = QM.baseline(11);
    ListedConfigurations.ApplicationListing listed = LISTED.newest(QM.component(11), 2);
    assertThat(listed.isAnswered()).isTrue();
    assertThat(uris(listed)).containsExactly(second, first);
  }

  @Test
  void allPagesAreRead() {
    String page = "/qm/component/12/configurations";
    answer(
        "GET " + page,
        contains(12, QM.configuration(12))
            + "<> <http://open-services.net/ns/core#nextPage> <%s/configurations?after=1> ."
                .formatted(QM.component(12)));
    String newer = QM.baseline(12);
    // Its last page leads to the first one again.
    answer(
        "GET " + page + "?after=1",
        contains(12, newer)
            + "<> <http://open-services.net/ns/core#nextPage> <%s/configurations> ."
                .formatted(QM.component(12)));
    ListedConfigurations.ApplicationListing listed = LISTED.newest(QM.component(12), 50);
    assertThat(listed.isAnswered()).isTrue();
    assertThat(uris(listed)).containsExactly(newer, QM.configuration(12));
  }

  @Test
  void listsOthersBesideInvalidConfiguration() {
    answer("GET /qm/configuration/14", QM.document(14, "Stream", ""));
    answer(
        "GET /qm/component/13/configurations",
        contains(13, QM.configuration(13)) + contains(13, QM.configuration(14)));
    ListedConfigurations.ApplicationListing listed = LISTED.newest(QM.component(13), 50);
    assertThat(listed.isAnswered()).isTrue();
    assertThat(uris(listed)).containsExactly(QM.configuration(13));
  }

  @Test
  void readsNoOtherServer() {
    answer(
        "GET /qm/component/15",
        "<%s> <http://open-services.net/ns/config#configurations> <%s/configurations> ."
            .formatted(QM.component(15), OTHER.component(15)));
    assertThat(LISTED.newest(QM.component(15), 50).isAnswered()).isFalse();
    answer("GET /qm/component/16/configurations", contains(16, OTHER.configuration(16)));
    assertThat(uris(LISTED.newest(QM.component(16), 50))).isEmpty();
    assertThat(LISTED.newest(OTHER.component(17), 50).application()).isNull();
    assertThat(OTHER.asked()).isEmpty();
  }

  @Test
  void rejectsUnreadableResponse() {
    answer("GET /qm/component/18", "this is no Turtle");
    assertThat(LISTED.newest(QM.component(18), 50).isAnswered()).isFalse();
    answer("GET /qm/component/19", "");
    assertThat(LISTED.newest(QM.component(19), 50).isAnswered()).isFalse();
  }

  @Test
  void limitsRequestsThatWaitForUnresponsiveApplication() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    QM.fault("GET /qm/component/20", exchange -> FakeApplication.hold(end));
    try (ExecutorService people = Executors.newFixedThreadPool(9)) {
      List<Future<ListedConfigurations.ApplicationListing>> pending = new ArrayList<>();
      for (int i = 0; i < 9; i++) {
        pending.add(people.submit(() -> LISTED.newest(QM.component(20), 50)));
      }
      for (Future<ListedConfigurations.ApplicationListing> one : pending) {
        assertThat(one.get().isAnswered()).isFalse();
      }
      assertThat(QM.count("GET /qm/component/20")).isLessThanOrEqualTo(4);
    } finally {
      end.countDown();
    }
    // Those who waited in vain let others ask again when the application has answered.
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
    while (!LISTED.newest(QM.component(20), 50).isAnswered()) {
      assertThat(System.nanoTime()).isLessThan(deadline);
    }
  }
}

package org.reprise.gc.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.reprise.gc.GcClient;
import org.reprise.gc.GcServer;
import org.reprise.gc.Plant;
import org.reprise.gc.configuration.Configurations;
import org.reprise.gc.configuration.ContributionRequest;
import org.reprise.gc.configuration.GlobalConfiguration;
import org.reprise.gc.configuration.GlobalConfiguration.Kind;

/** A double click sends a form twice, and browsers show the second answer. */
class SentTwiceIT {
  private static final GcServer SERVER = GcServer.shared();
  private static final Plant PLANT = new Plant(SERVER);
  private static final Configurations CONFIGURATIONS = SERVER.part(Configurations.class);
  private static final String NEW = "/gc/web/component/new";

  private final GcClient client = SERVER.client();

  private static long components(String title) {
    return SERVER.count("select count(*) from component where title = '" + title + "'");
  }

  private static String page(GlobalConfiguration one) {
    return "/gc/web/configuration/" + one.id();
  }

  @Test
  void oneComponentIsCreated() {
    Form form = Form.open(client, NEW);
    GcClient.Answer first = form.send(NEW, "title", "Clicked twice");
    GcClient.Answer second = form.send(NEW, "title", "Clicked twice");
    assertThat(first.status()).as(first.toString()).isEqualTo(303);
    assertThat(second.status()).as(second.toString()).isEqualTo(303);
    assertThat(second.location()).isEqualTo(first.location());
    assertThat(components("Clicked twice")).isOne();
  }

  @Test
  void oneComponentIsCreatedWhenBothComeTogetherToTwoInstances() throws Exception {
    try (GcServer other =
            GcServer.start(SERVER.database(), "--reprise.gc.base-uri=" + SERVER.baseUri());
        ExecutorService clicks = Executors.newFixedThreadPool(8)) {
      Form form = Form.open(client, NEW);
      List<Future<GcClient.Answer>> pending = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        GcClient to = i % 2 == 0 ? client : other.client();
        pending.add(clicks.submit(() -> form.sendBy(to, NEW, "title", "Clicked wildly")));
      }
      List<String> locations = new ArrayList<>();
      for (Future<GcClient.Answer> one : pending) {
        assertThat(one.get().status()).as(one.get().toString()).isEqualTo(303);
        locations.add(one.get().location());
      }
      assertThat(locations).containsOnly(locations.getFirst());
      assertThat(components("Clicked wildly")).isOne();
    }
  }

  @Test
  void oneStreamBegins() {
    GlobalConfiguration baseline = PLANT.baseline("Begun twice");
    Form form = Form.open(client, page(baseline));
    String location = form.send(page(baseline) + "/streams", "title", "Twin").location();
    assertThat(form.send(page(baseline) + "/streams", "title", "Twin").location())
        .isEqualTo(location);
    assertThat(CONFIGURATIONS.ofComponent(baseline.component(), Kind.STREAM, 0, 9)).hasSize(1);
  }

  @Test
  void firstClickIsNotConflict() {
    GlobalConfiguration whole = PLANT.stream("Whole of clicks");
    GlobalConfiguration part = PLANT.stream("Part of clicks");
    String target = SERVER.baseUri() + "/gc/configuration/" + part.id();
    Form adding = Form.open(client, page(whole) + "/contributions");
    String[] added = {"revision", adding.revision(), "uri", target, "order", "1", "action", "save"};
    assertThat(adding.send(page(whole) + "/contributions", added).status()).isEqualTo(303);
    GcClient.Answer again = adding.send(page(whole) + "/contributions", added);
    assertThat(again.status()).as(again.toString()).isEqualTo(303);
    assertThat(again.header("Set-Cookie")).as("it can be undone all the same").startsWith("UNDO=");
    assertThat(CONFIGURATIONS.contributions(whole.id())).hasSize(1);

    Form removing = Form.open(client, page(whole));
    String slug = CONFIGURATIONS.contributions(whole.id()).getFirst().slug();
    String path = page(whole) + "/contribution/" + slug + "/removal";
    assertThat(removing.send(path, "revision", removing.revision()).status()).isEqualTo(303);
    assertThat(removing.send(path, "revision", removing.revision()).status()).isEqualTo(303);

    Form editing = Form.open(client, page(whole) + "/edit");
    String[] edited = {"revision", editing.revision(), "title", "Whole of two clicks"};
    assertThat(editing.send(page(whole) + "/edit", edited).status()).isEqualTo(303);
    assertThat(editing.send(page(whole) + "/edit", edited).status()).isEqualTo(303);
    assertThat(CONFIGURATIONS.get(whole.id()).title()).isEqualTo("Whole of two clicks");
  }

  @Test
  void changedFormIsNotDuplicate() {
    Form form = Form.open(client, NEW);
    assertThat(form.send(NEW, "title", " ").status()).isEqualTo(400);
    String one = form.send(NEW, "title", "FormFields first").location();
    String other = form.send(NEW, "title", "FormFields second").location();
    assertThat(other).isNotEqualTo(one);
    assertThat(components("FormFields first") + components("FormFields second")).isEqualTo(2);
  }

  @Test
  void reopenedFormIsNotDuplicate() {
    Form form = Form.open(client, NEW);
    String one = form.send(NEW, "title", "Of one name").location();
    assertThat(form.openAnother(NEW).send(NEW, "title", "Of one name").location())
        .isNotEqualTo(one);
    assertThat(components("Of one name")).isEqualTo(2);
  }

  @Test
  void rejectedFormCanBeSentAgain() {
    GlobalConfiguration whole = PLANT.stream("Refused at first");
    GlobalConfiguration part = PLANT.stream("In the way");
    String target = SERVER.baseUri() + "/gc/configuration/" + whole.id();
    CONFIGURATIONS.addContribution(
        part.id(), null, new ContributionRequest("c1", target, "1", null));
    Form form = Form.open(client, page(whole) + "/edit");
    String path = page(whole) + "/removal";
    String[] sure = {"revision", form.revision(), "sure", "yes"};
    assertThat(form.send(path, sure).status()).isEqualTo(409);
    CONFIGURATIONS.removeContribution(part.id(), null, "c1");
    GcClient.Answer again = form.send(path, sure);
    assertThat(again.status()).as(again.toString()).isEqualTo(303);
  }

  @Test
  void dialogCreatesOneComponent() {
    String dialog = "/gc/dialogs/create/component";
    Form form = Form.open(client, dialog);
    String location = form.send(dialog, "title", "Dialogued twice").location();
    assertThat(form.send(dialog, "title", "Dialogued twice").location()).isEqualTo(location);
    assertThat(components("Dialogued twice")).isOne();
  }
}

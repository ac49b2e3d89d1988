package org.reprise.gc.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.reprise.gc.GcClient;
import org.reprise.gc.GcServer;
import org.reprise.gc.Plant;
import org.reprise.gc.component.Component;
import org.reprise.gc.component.Components;
import org.reprise.gc.configuration.Configurations;
import org.reprise.gc.configuration.Edit;
import org.reprise.gc.configuration.GlobalConfiguration;

/** What people leave as it is in a form stays as it is. */
class UntouchedIT {
  private static final GcServer SERVER = GcServer.shared();
  private static final Plant PLANT = new Plant(SERVER);
  private static final Configurations CONFIGURATIONS = SERVER.part(Configurations.class);
  private static final List<String> TAGS = List.of("brakes, front", "metal");

  private final GcClient client = SERVER.client();

  private static String page(GlobalConfiguration one) {
    return "/gc/web/configuration/" + one.id();
  }

  private static String value(Form form, String field) {
    Matcher value =
        Pattern.compile("name=\"" + field + "\"[^>]* value=\"([^\"]*)\"").matcher(form.body());
    assertThat(value.find()).as(form.body()).isTrue();
    return value.group(1);
  }

  @Test
  void keepsTagWithComma() {
    GlobalConfiguration stream = PLANT.stream("Tagged");
    CONFIGURATIONS.edit(stream.id(), null, new Edit("Tagged", null, TAGS, null, false));
    Form form = Form.open(client, page(stream) + "/edit");
    form.send(
        page(stream) + "/edit",
        "revision",
        form.revision(),
        "title",
        "Tagged anew",
        "tags",
        value(form, "tags"));
    assertThat(CONFIGURATIONS.get(stream.id()).title()).isEqualTo("Tagged anew");
    assertThat(CONFIGURATIONS.get(stream.id()).subjects()).isEqualTo(TAGS);

    Components components = SERVER.part(Components.class);
    Component component = components.get(stream.component());
    components.edit(
        component.id(), component.revision(), new Edit("Tagged", null, TAGS, null, false));
    Form other = Form.open(client, "/gc/web/component/" + component.id() + "/edit");
    other.send(
        "/gc/web/component/" + component.id() + "/edit",
        "revision",
        other.revision(),
        "title",
        "Tagged anew",
        "tags",
        value(other, "tags"));
    assertThat(components.get(component.id()).title()).isEqualTo("Tagged anew");
    assertThat(components.get(component.id()).subjects()).isEqualTo(TAGS);
  }

  /** What is new has version or revision 0, which a template takes as false. */
  @Test
  void editsNewComponentAndStream() {
    Component component = PLANT.component("New");
    GlobalConfiguration stream = PLANT.stream("New");
    for (String page : List.of("/gc/web/component/" + component.id(), page(stream))) {
      Form form = Form.open(client, page + "/edit");
      GcClient.Answer saved =
          form.send(page + "/edit", "revision", form.revision(), "title", "Edited");
      assertThat(saved.location()).as(saved.toString()).endsWith(page + "?notice=saved");
    }
    assertThat(SERVER.part(Components.class).get(component.id()).title()).isEqualTo("Edited");
    assertThat(CONFIGURATIONS.get(stream.id()).title()).isEqualTo("Edited");
  }

  /** Browsers send line breaks of a form as two characters each (HTML, "Normalizing newlines"). */
  @Test
  void lineBreaksStayLineBreaks() {
    GlobalConfiguration stream = PLANT.stream("Described");
    String description = "One line\nand another";
    CONFIGURATIONS.edit(
        stream.id(), null, new Edit("Described", description, List.of(), null, false));
    Form form = Form.open(client, page(stream) + "/edit");
    form.send(
        page(stream) + "/edit",
        "revision",
        form.revision(),
        "title",
        "Described anew",
        "description",
        description.replace("\n", "\r\n"));
    assertThat(CONFIGURATIONS.get(stream.id()).title()).isEqualTo("Described anew");
    assertThat(CONFIGURATIONS.get(stream.id()).description()).isEqualTo(description);
  }

  /** As it stands in the browser after something was created. */
  @Test
  void acceptsPageAddressAsConfiguration() {
    GlobalConfiguration whole = PLANT.stream("Whole by address");
    for (String behind : List.of("?notice=created", "#tree", "")) {
      GlobalConfiguration part = PLANT.stream("Part by address");
      Form form = Form.open(client, page(whole) + "/contributions");
      GcClient.Answer added =
          form.send(
              page(whole) + "/contributions",
              "revision",
              form.revision(),
              "uri",
              SERVER.baseUri() + page(part) + behind,
              "order",
              "1",
              "action",
              "save");
      assertThat(added.status()).as(behind + " " + added).isEqualTo(303);
    }
    assertThat(CONFIGURATIONS.contributions(whole.id())).hasSize(3);
  }

  @Test
  void eachNewContributionIsOfferedAPlaceBehindTheLast() {
    GlobalConfiguration whole = PLANT.stream("Whole of many");
    String last = "";
    for (int i = 0; i < 30; i++) {
      String next = value(Form.open(client, page(whole) + "/contributions"), "order");
      assertThat(next).isGreaterThan(last);
      assertThat(next).as("it stays short").hasSizeLessThanOrEqualTo(5);
      PLANT.add(whole, PLANT.stream("Part " + i), next);
      last = next;
    }
  }
}

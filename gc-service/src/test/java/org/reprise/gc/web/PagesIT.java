package org.reprise.gc.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.gc.GcClient;
import org.reprise.gc.GcServer;
import org.reprise.gc.Plant;
import org.reprise.gc.component.Components;
import org.reprise.gc.configuration.Configurations;
import org.reprise.gc.configuration.ContributionRequest;
import org.reprise.gc.configuration.Edit;
import org.reprise.gc.configuration.GlobalConfiguration;

/** The pages as requests and answers: tokens, errors, conflicts, and what is escaped. */
class PagesIT {
  private static final Pattern TOKEN = Pattern.compile("name=\"_csrf\" value=\"([^\"]+)\"");
  private static final Pattern REVISION = Pattern.compile("name=\"revision\" value=\"(\\d+)\"");
  private static final String FORM = "application/x-www-form-urlencoded";

  private static final GcServer SERVER = GcServer.shared();
  private static final Plant PLANT = new Plant(SERVER);
  private static final Configurations CONFIGURATIONS = SERVER.part(Configurations.class);

  private final GcClient client = SERVER.client();

  private static String first(Pattern pattern, GcClient.Answer page) {
    Matcher matcher = pattern.matcher(page.body());
    assertThat(matcher.find()).as("%s in %s", pattern, page).isTrue();
    return matcher.group(1);
  }

  private static String cookie(GcClient.Answer page) {
    String cookie = page.header("Set-Cookie");
    assertThat(cookie).contains("HttpOnly", "SameSite=Strict", "Path=/gc/web");
    return cookie.substring(0, cookie.indexOf(';'));
  }

  private GcClient.Answer send(GcClient.Answer page, String path, String... fields) {
    StringBuilder body = new StringBuilder("_csrf=" + encode(first(TOKEN, page)));
    for (int i = 0; i < fields.length; i += 2) {
      body.append('&').append(fields[i]).append('=').append(encode(fields[i + 1]));
    }
    return client.send(
        "POST",
        path,
        body.toString().getBytes(StandardCharsets.UTF_8),
        "Content-Type",
        FORM,
        "Cookie",
        cookie(page));
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static String address(GlobalConfiguration one) {
    return "/gc/web/configuration/" + one.id();
  }

  @Test
  void pagesHaveSecurityHeaders() {
    GcClient.Answer home = client.get("/gc/web");
    assertThat(home.status()).isEqualTo(200);
    assertThat(home.header("Content-Type")).startsWith("text/html");
    assertThat(home.header("Content-Security-Policy"))
        .contains("default-src 'none'", "frame-ancestors 'none'")
        .doesNotContain("script-src");
    assertThat(home.body()).contains("name=\"viewport\"", "href=\"#main\"", "<main id=\"main\"");
    assertThat(client.get("/pages.css").body()).contains("color-scheme: light dark");
    assertThat(SERVER.client("nobody", "wrong").get("/gc/web").status()).isEqualTo(401);
  }

  @Test
  void redirectsBrowserToPageOfResource() {
    GlobalConfiguration stream = PLANT.stream("Redirected");
    GcClient.Answer answer =
        client.get("/gc/configuration/" + stream.id(), "Accept", "text/html,*/*;q=0.8");
    assertThat(answer.status()).isEqualTo(303);
    assertThat(client.get(answer.location()).body()).contains("Redirected");
  }

  @Test
  void escapesMarkupInTexts() {
    String evil = "<b>\"bold\"</b> 100% & %s";
    GlobalConfiguration stream = PLANT.stream(evil);
    for (String page :
        List.of(
            address(stream),
            address(stream) + "/edit",
            address(stream) + "/contributions",
            "/gc/web/search?q=" + encode(evil),
            "/gc/web/component/" + stream.component(),
            "/gc/web/component?q=" + encode(evil))) {
      GcClient.Answer answer = client.get(page);
      assertThat(answer.status()).as(page).isEqualTo(200);
      assertThat(answer.body())
          .as(page)
          .contains("&lt;b&gt;&quot;bold&quot;&lt;/b&gt; 100% &amp; %s")
          .doesNotContain("<b>");
    }
  }

  /** Thymeleaf takes these texts as false in a condition. */
  @ParameterizedTest
  @ValueSource(strings = {"no", "off", "false"})
  void showsTextThatTemplatesTakeAsFalse(String text) {
    Edit edit = new Edit(text, text, List.of(), null, false);
    GlobalConfiguration part = PLANT.stream(text);
    GlobalConfiguration whole = PLANT.stream("Whole");
    PLANT.add(whole, part, "a");
    CONFIGURATIONS.edit(part.id(), null, new Edit("Part", text, List.of(), null, false));
    long component = SERVER.part(Components.class).create(edit, "tester").id();
    for (String page : List.of(address(part), "/gc/web/component/" + component)) {
      assertThat(client.get(page).body()).as(page).contains("<p class=\"lead\">" + text + "</p>");
    }
    assertThat(client.get(address(whole)).body())
        .containsPattern("<span class=\"quiet\"[^>]*>" + text + "</span>");
  }

  @Test
  void baselineFormLeadsToBaseline() {
    GlobalConfiguration stream = PLANT.stream("Committed");
    String form = address(stream) + "/baselines";
    // A baseline that takes longer than the form waits leads to its activity; the next form finds
    // it.
    await()
        .until(() ->
            send(client.get(address(stream)), form, "title", "1.0")
                .location()
                .contains("/gc/web/configuration/"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/gc/web/component/999999",
        "/gc/web/configuration/999999",
        "/gc/web/configuration/999999/edit",
        "/gc/web/activity/999999",
        "/gc/web/nothing",
        "/gc/web/search?page=9999",
        "/gc/web/component?page=9999",
      })
  void missingResourceShowsPage(String address) {
    GcClient.Answer answer = client.get(address);
    assertThat(answer.status()).as(address).isEqualTo(404);
    assertThat(answer.contentType()).isEqualTo("text/html");
    assertThat(answer.body()).contains("<h1>Not found</h1>");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/gc/web/search?type=branch",
        "/gc/web/search?page=x",
        "/gc/web/component?page=x",
        "/gc/web/search?page=1&page=2",
        "/gc/web/search?q=a&q=b",
        "/gc/web/component?q=%00"
      })
  void invalidRequestShowsPage(String address) {
    GcClient.Answer answer = client.get(address);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
    assertThat(answer.contentType()).isEqualTo("text/html");
  }

  /** Without a document type, browsers lay pages out as those of the last century. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/gc/web",
        "/gc/web/component/new",
        "/gc/web/nothing",
        "/gc/dialogs/create/stream"
      })
  void pagesHaveDocumentType(String address) {
    assertThat(client.get(address).body().strip()).startsWith("<!doctype html>");
  }

  @Test
  void emptyServiceLinksToCreation() {
    GcServer empty = GcServer.empty();
    for (String address : List.of("/gc/web", "/gc/web/search?type=stream", "/gc/web/component")) {
      GcClient.Answer page = empty.client().get(address);
      assertThat(page.status()).as(page.toString()).isEqualTo(200);
      assertThat(page.body())
          .as(address)
          .contains("There are none yet", "begins with a component")
          .doesNotContain("has a title like that");
    }
    assertThat(empty.client().get("/gc/web/search?q=x").body()).contains("has a title like that");
  }

  @Test
  void elsewhereErrorsAreDocuments() {
    assertThat(client.get("/gc/configuration/999999").contentType()).isEqualTo("text/turtle");
    assertThat(client.get("/gc/nothing").contentType()).isEqualTo("text/turtle");
  }

  @Test
  void rejectsFormWithoutToken() {
    GlobalConfiguration stream = PLANT.stream("Forged");
    GcClient.Answer page = client.get(address(stream) + "/edit");
    byte[] body =
        ("title=forged&revision=" + first(REVISION, page)).getBytes(StandardCharsets.UTF_8);
    GcClient.Answer without =
        client.send("POST", address(stream) + "/edit", body, "Content-Type", FORM);
    assertThat(without.status()).isEqualTo(403);
    assertThat(without.contentType()).isEqualTo("text/html");
    assertThat(without.body()).contains("open the page again");
    GcClient.Answer cookieOnly =
        client.send(
            "POST", address(stream) + "/edit", body, "Content-Type", FORM, "Cookie", cookie(page));
    assertThat(cookieOnly.status()).isEqualTo(403);
    assertThat(CONFIGURATIONS.get(stream.id()).title()).isEqualTo("Forged");
  }

  @Test
  void conflictKeepsTypedText() {
    GlobalConfiguration stream = PLANT.stream("Before");
    GcClient.Answer page = client.get(address(stream) + "/edit");
    CONFIGURATIONS.edit(
        stream.id(),
        null,
        new Edit("By another", "Described by her", List.of("hers"), null, false));
    GcClient.Answer late =
        send(
            page,
            address(stream) + "/edit",
            "revision",
            first(REVISION, page),
            "title",
            "What I typed",
            "description",
            "and described",
            "tags",
            "one, two");
    assertThat(late.status()).isEqualTo(409);
    assertThat(late.body())
        .contains("Somebody else", "What I typed", "and described", "one, two")
        .as("and what is stored now, to compare")
        .contains("By another", "Described by her", "hers");
    assertThat(CONFIGURATIONS.get(stream.id()).title()).isEqualTo("By another");
    GcClient.Answer again =
        send(
            page,
            address(stream) + "/edit",
            "revision",
            first(REVISION, late),
            "title",
            "What I typed",
            "tags",
            "one, two");
    assertThat(again.status()).as(again.toString()).isEqualTo(303);
    assertThat(CONFIGURATIONS.get(stream.id()).title()).isEqualTo("What I typed");
    assertThat(CONFIGURATIONS.get(stream.id()).subjects()).containsExactly("one", "two");
  }

  @Test
  void storesLongestTextOfField() {
    GlobalConfiguration stream = PLANT.stream("Described");
    GcClient.Answer page = client.get(address(stream) + "/edit");
    String longest = "漢".repeat(20_000);
    GcClient.Answer saved =
        send(
            page,
            address(stream) + "/edit",
            "revision",
            first(REVISION, page),
            "title",
            "Described",
            "description",
            longest,
            "tags",
            ("語".repeat(200) + ",").repeat(50));
    assertThat(saved.status()).as(saved.toString()).isEqualTo(303);
    assertThat(CONFIGURATIONS.get(stream.id()).description()).isEqualTo(longest);
    GcClient.Answer tooLong =
        send(
            page,
            address(stream) + "/edit",
            "revision",
            first(REVISION, client.get(address(stream) + "/edit")),
            "title",
            "Described",
            "description",
            longest + "!");
    assertThat(tooLong.status()).isEqualTo(400);
    assertThat(tooLong.body()).contains("20,000", longest + "!");
  }

  @Test
  void staleContributionFormIsShownAgain() {
    GlobalConfiguration whole = PLANT.stream("Whole");
    GlobalConfiguration part = PLANT.stream("Part");
    String target = SERVER.baseUri() + "/gc/configuration/" + part.id();
    GcClient.Answer page = client.get(address(whole) + "/contributions");
    CONFIGURATIONS.edit(whole.id(), null, new Edit("Renamed", null, List.of(), null, false));
    GcClient.Answer late =
        send(
            page,
            address(whole) + "/contributions",
            "revision",
            first(REVISION, page),
            "uri",
            target,
            "order",
            "b7",
            "action",
            "save");
    assertThat(late.status()).isEqualTo(409);
    assertThat(late.body()).contains("Somebody else", target, "b7");
    assertThat(CONFIGURATIONS.contributions(whole.id())).isEmpty();
  }

  @Test
  void showsReasonBesideRejectedForm() {
    GlobalConfiguration whole = PLANT.stream("Loop");
    String self = SERVER.baseUri() + "/gc/configuration/" + whole.id();
    GcClient.Answer page = client.get(address(whole) + "/contributions");
    String revision = first(REVISION, page);
    GcClient.Answer cycle =
        send(
            page,
            address(whole) + "/contributions",
            "revision",
            revision,
            "uri",
            self,
            "order",
            "1",
            "action",
            "save");
    assertThat(cycle.status()).isEqualTo(409);
    assertThat(cycle.body()).contains("contribute to itself", self);
    GcClient.Answer nothing =
        send(page, address(whole) + "/contributions", "revision", revision, "action", "save");
    assertThat(nothing.status()).isEqualTo(400);
    assertThat(nothing.body()).contains("Choose a configuration");
    GcClient.Answer foreign =
        send(
            page,
            address(whole) + "/contributions",
            "revision",
            revision,
            "uri",
            "http://elsewhere.test/stream/1",
            "order",
            "1",
            "action",
            "save");
    assertThat(foreign.status()).isEqualTo(400);
    assertThat(foreign.body()).contains("http://elsewhere.test/stream/1");
    assertThat(CONFIGURATIONS.contributions(whole.id())).isEmpty();
  }

  @Test
  void undoesContributionChangeUnlessChangedSince() {
    GlobalConfiguration whole = PLANT.stream("Undone");
    GlobalConfiguration part = PLANT.stream("Part of undone");
    String target = SERVER.baseUri() + "/gc/configuration/" + part.id();
    CONFIGURATIONS.addContribution(
        whole.id(), null, new ContributionRequest("c1", target, "a1", null));
    GcClient.Answer page = client.get(address(whole));
    GcClient.Answer removed =
        send(page, address(whole) + "/contribution/c1/removal", "revision", first(REVISION, page));
    assertThat(removed.status()).isEqualTo(303);
    assertThat(CONFIGURATIONS.contributions(whole.id())).isEmpty();
    String undo = removed.header("Set-Cookie");
    assertThat(undo).contains("HttpOnly", "SameSite=Strict", "Path=" + address(whole));
    String kept = undo.substring(0, undo.indexOf(';'));
    assertThat(client.get(address(whole), "Cookie", kept).body()).contains("Undo</button>");
    assertThat(client.get(address(whole)).body()).doesNotContain("Undo</button>");

    GcClient.Answer undone = sendWith(kept, page, address(whole) + "/undoing");
    assertThat(undone.status()).as(undone.toString()).isEqualTo(303);
    assertThat(CONFIGURATIONS.contributions(whole.id()))
        .singleElement()
        .satisfies(one -> assertThat(one.order()).isEqualTo("a1"));

    GcClient.Answer later = client.get(address(whole));
    assertThat(sendWith(kept, later, address(whole) + "/undoing").status()).isEqualTo(409);
    assertThat(client.get(address(whole), "Cookie", kept).body()).doesNotContain("Undo</button>");
    String noUri =
        """
        {"revision": %s, "slug": "c2",
          "former": {"slug": "c2", "target": "%s", "order": "a2", "overrides": "x>"}}
        """
            .formatted(first(REVISION, later), target);
    for (String text : List.of("nonsense", "null", "[]", "{}", "{\"revision\":1}", noUri)) {
      String forged = Base64.getUrlEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
      assertThat(sendWith("UNDO=" + forged, later, address(whole) + "/undoing").status())
          .as(text)
          .isEqualTo(409);
    }
    assertThat(sendWith("UNDO=no.base64", later, address(whole) + "/undoing").status())
        .isEqualTo(409);
    assertThat(CONFIGURATIONS.contributions(whole.id())).hasSize(1);
  }

  private GcClient.Answer sendWith(String kept, GcClient.Answer page, String path) {
    return client.send(
        "POST",
        path,
        ("_csrf=" + encode(first(TOKEN, page))).getBytes(StandardCharsets.UTF_8),
        "Content-Type",
        FORM,
        "Cookie",
        cookie(page) + "; " + kept);
  }

  @Test
  void baselinePageHasNoContributionForms() {
    GlobalConfiguration baseline = PLANT.baseline("Frozen");
    assertThat(client.get(address(baseline)).body())
        .contains("New stream")
        .doesNotContain("Add a contribution", "Create baseline");
    assertThat(client.get(address(baseline) + "/contributions").status()).isEqualTo(409);
  }

  /** Applications may take long to make their baselines: the page looks again until it is there. */
  @Test
  void slowBaselineHasProgressPage() {
    GlobalConfiguration stream = PLANT.stream("Slow");
    GlobalConfiguration baseline = PLANT.baseline("Slow 1.0");
    // As a process that still works on it keeps it.
    String id =
        SERVER
            .text(
                """
                with made as (
                  insert into activity (stream, creator, state, message, lease_until)
                  values (%d, 'tester', 'IN_PROGRESS', '2 of 3 are <there>', now() + interval '1h')
                  returning id)
                select id from made\
                """
                    .formatted(stream.id()))
            .strip();
    String address = "/gc/web/activity/" + id;
    GcClient.Answer waiting = client.get(address);
    assertThat(waiting.status()).as(waiting.toString()).isEqualTo(200);
    assertThat(waiting.body())
        .contains(
            "2 of 3 are &lt;there&gt;",
            "http-equiv=\"refresh\" content=\"2\"",
            "<progress",
            "Slow");

    SERVER.execute(
        "update activity set state = 'FAILED', status = 503, message = 'qm is away' where id = "
            + id);
    GcClient.Answer failed = client.get(address);
    assertThat(failed.body())
        .contains("was not created", "qm is away")
        .doesNotContain("http-equiv=\"refresh\"");

    SERVER.execute(
        "update activity set state = 'COMPLETE', is_reused = false, baseline = %d where id = %s"
            .formatted(baseline.id(), id));
    GcClient.Answer done = client.get(address);
    assertThat(done.status()).isEqualTo(303);
    assertThat(done.location()).startsWith(address(baseline));
  }
}

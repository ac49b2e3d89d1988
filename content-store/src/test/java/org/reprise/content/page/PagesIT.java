package org.reprise.content.page;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.apache.commons.codec.digest.DigestUtils;
import org.junit.jupiter.api.Test;
import org.reprise.content.ContentServer;
import org.reprise.localstack.testing.TestAnswer;
import org.reprise.localstack.testing.TestClient;

/** The pages' forms and links, as a browser sends and follows them. */
class PagesIT {
  private static final String ROOT = "/content/web/folders/00000000-0000-0000-0000-000000000001";
  private static final TestClient<TestAnswer> CLIENT = ContentServer.shared().client();

  private static TestAnswer submit(String path, String form) {
    return CLIENT.send(
        "POST",
        path,
        BodyPublishers.ofString(form),
        "Content-Type",
        "application/x-www-form-urlencoded",
        "Accept",
        "text/html");
  }

  private static String path(TestAnswer redirect) {
    assertThat(redirect.status()).as(redirect.toString()).isEqualTo(303);
    return redirect.header("Location").replaceFirst("^https?://[^/]+", "");
  }

  private static String newFolder() {
    String name = "folder " + UUID.randomUUID();
    path(submit(ROOT, "name=" + name));
    return link(
        CLIENT.get(ROOT + "?after=" + name.substring(0, 8).replace(" ", "%20")), name + "/");
  }

  // The target of the link with a text.
  private static String link(TestAnswer page, String text) {
    String html = page.body();
    int at = html.indexOf(">" + text + "<");
    assertThat(at).as(html).isPositive();
    String tag = html.substring(html.lastIndexOf("<a", at), at);
    return tag.replaceAll("(?s).*href=\"([^\"]*)\".*", "$1");
  }

  private static String newDocument(String folder, String name) {
    return newDocument(folder, name, "<script>alert(1)</script>".getBytes(UTF_8), "text/html");
  }

  private static String newDocument(String folder, String name, byte[] text, String mediaType) {
    String id = folder.substring(folder.lastIndexOf('/') + 1);
    TestAnswer added =
        CLIENT.send(
            "POST",
            "/documents?type=reprise:document&name="
                + URLEncoder.encode(name, UTF_8)
                + "&folder="
                + id,
            BodyPublishers.ofByteArray(text),
            "Content-Type",
            mediaType);
    assertThat(added.status()).as(added.toString()).isEqualTo(201);
    return "/content/web" + added.header("Location");
  }

  @Test
  void checksOutAndIn() {
    String document = newDocument(newFolder(), "page.html");
    TestAnswer page = CLIENT.get(document);
    assertThat(page.body()).contains("&lt;script&gt;alert(1)").doesNotContain("<script>alert");
    assertThat(page.header("Content-Security-Policy")).contains("default-src 'none'");

    String copy = path(submit(document + "/check-out", ""));
    assertThat(CLIENT.get(copy).body()).contains("This is the working copy");
    assertThat(CLIENT.get(document).body()).contains("checked out by tester");
    assertThat(submit(document + "/check-out", "").status()).isEqualTo(409);
    assertThat(submit(copy + "/check-in", "comment=" + "x".repeat(4001)).status()).isEqualTo(409);
    String checkedIn = path(submit(copy + "/check-in", "major=true&comment=second"));
    assertThat(CLIENT.get(checkedIn).body()).contains(">2.0<", ">1.0<", "second");
    assertThat(CLIENT.get(document).body()).doesNotContain("Check out");
  }

  @Test
  void listsVersionsInPages() {
    String document = newDocument(newFolder(), "page.html");
    ContentServer.shared()
        .execute(
            """
            insert into version (id, object, number, label, is_major, is_latest, is_latest_major,
              name, type, created_by, created_at, modified_by, modified_at)
            select gen_random_uuid(), object, -i, 'v' || i, true, false, false, name, type,
              created_by, created_at, modified_by, modified_at
            from version, generate_series(1, 150) i where id = '%s'
            """
                .formatted(document.substring(document.lastIndexOf('/') + 1)));
    TestAnswer first = CLIENT.get(document);
    assertThat(first.body()).contains(">1.0<", ">v1<", ">v99<").doesNotContain(">v100<");
    TestAnswer second = CLIENT.get(link(first, "Older versions"));
    assertThat(second.body()).contains(">v100<", ">v150<").doesNotContain(">v99<", "Older");
    assertThat(CLIENT.get(document + "?skip=-1").body()).contains(">1.0<");
  }

  @Test
  void dropsWorkingCopy() {
    String document = newDocument(newFolder(), "page.html");
    String copy = path(submit(document + "/check-out", ""));
    assertThat(path(submit(copy + "/cancellation", ""))).isEqualTo(document);
    assertThat(CLIENT.get(copy).status()).isEqualTo(404);
  }

  @Test
  void deletesOnlyEmptyFolders() {
    String folder = newFolder();
    String document = newDocument(folder, "page.html");
    TestAnswer refused = submit(folder + "/deletion", "");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.body()).contains("<h1>Not done</h1>", "is not empty");
    assertThat(path(submit(document + "/deletion", ""))).isEqualTo(folder);
    assertThat(path(submit(folder + "/deletion", ""))).isEqualTo(ROOT);
    assertThat(CLIENT.get(folder).status()).isEqualTo(404);
  }

  @Test
  void listsFolderInPages() {
    String folder = newFolder();
    for (int i = 0; i <= 100; i++) {
      newDocument(folder, "%03d".formatted(i));
    }
    TestAnswer first = CLIENT.get(folder);
    assertThat(first.body()).contains(">000<", ">099<").doesNotContain(">100<", "First page");
    TestAnswer second = next(first);
    assertThat(second.body()).contains(">100<", "First page").doesNotContain(">099<", "Next page");
  }

  private static TestAnswer next(TestAnswer page) {
    return CLIENT.get(link(page, "Next page").replace("&amp;", "&"));
  }

  @Test
  void findsDocumentsByWords() {
    String word = "w" + UUID.randomUUID().toString().replace("-", "");
    byte[] text = ("the " + word + " of it").getBytes(UTF_8);
    String document = newDocument(newFolder(), "<b>bold & sons", text, "text/plain");
    TestAnswer found = search("q=" + word + "+-other");
    assertThat(found.body())
        .contains("&lt;b&gt;bold &amp; sons", document, "value=\"" + word + " -other\"")
        .doesNotContain("<b>bold", "Nothing was found", "Next page");
    assertThat(search("q=" + word + "+-the").body()).contains("Nothing was found");
    assertThat(search("q=%22%3E%3Cscript%3E").body())
        .contains("&quot;&gt;&lt;script&gt;", "Nothing was found")
        .doesNotContain("<script>");
    assertThat(CLIENT.get(ROOT).body()).contains("href=\"/content/web/search\"");
  }

  private static TestAnswer search(String query) {
    TestAnswer page = CLIENT.get("/content/web/search?" + query, "Accept", "text/html");
    assertThat(page.status()).as(page.toString()).isEqualTo(200);
    return page;
  }

  @Test
  void findsDocumentsOfSearchTypeInPages() {
    ContentServer.shared()
        .execute(
            """
            with made as (
              insert into object (id, parent, name, is_folder, type, created_by, created_at,
                modified_by, modified_at)
              select gen_random_uuid(), '00000000-0000-0000-0000-000000000001', 'typed ' || i, false,
                'cmis:document', 'test', now(), 'test', now()
              from generate_series(1, 150) i
              returning *)
            insert into version (id, object, number, label, is_major, is_latest, is_latest_major,
              name, type, created_by, created_at, modified_by, modified_at, search_type)
            select gen_random_uuid(), id, 1, '1.0', true, true, true, name, type, created_by,
              created_at, modified_by, modified_at, 4711
            from made
            """);
    TestAnswer first = search("q=&type=4711&after=");
    TestAnswer second = next(first);
    Set<String> all = new HashSet<>(names(first));
    assertThat(all).hasSize(100);
    assertThat(names(second)).hasSize(50);
    all.addAll(names(second));
    assertThat(all).hasSize(150);
    assertThat(search("q=word&type=4711").body()).contains("Nothing was found");
  }

  private static List<String> names(TestAnswer page) {
    return Pattern.compile(">(typed \\d+)<")
        .matcher(page.body())
        .results()
        .map(it -> it.group(1))
        .toList();
  }

  @Test
  void saysWhatIsWrongWithSearch() {
    for (String query : List.of("type=many", "q=a%00b", "after=1", "type=99999999999")) {
      TestAnswer refused = CLIENT.get("/content/web/search?" + query, "Accept", "text/html");
      assertThat(refused.status()).as(query).isEqualTo(400);
      assertThat(refused.body()).contains("<h1>This request is not valid</h1>");
    }
    // As many negations fill PostgreSQL's stack.
    String nots = "q=" + "-".repeat(33) + "word";
    for (String query : List.of("", "q=", "q=+&type=", "q=%21%28%26%3A*%29+or", nots)) {
      assertThat(search(query).body()).contains("<h1>Search</h1>");
    }
  }

  @Test
  void showsBeginningOfTextByItsCharset() {
    String document =
        newDocument(
            newFolder(),
            "latin",
            "\u00fcber".getBytes(ISO_8859_1),
            "text/plain;charset=ISO-8859-1");
    assertThat(CLIENT.get(document).body()).contains("\u00fcber");
  }

  @Test
  void offersRenditions() {
    String folder = newFolder();
    String text = newDocument(folder, "text", "a text".getBytes(UTF_8), "text/plain");
    assertThat(CLIENT.get(text).body()).contains(">As text<").doesNotContain("As PNG");
    String pdf = newDocument(folder, "pdf", "%PDF-".getBytes(UTF_8), "Application/PDF");
    assertThat(CLIENT.get(pdf).body())
        .contains(">As text<", ">As PNG<", "alt=\"First page of pdf\"")
        .contains("src=\"" + pdf.replace("/content/web", "") + "/renditions/page\"");
  }

  @Test
  void showsDocumentWhoseContentIsGone() throws IOException {
    String text = "gone " + UUID.randomUUID();
    String folder = newFolder();
    String document = newDocument(folder, "gone", text.getBytes(UTF_8), "text/plain");
    String digest = DigestUtils.sha256Hex(text);
    Path contents = ContentServer.shared().area().resolve("contents");
    Files.delete(contents.resolve(digest.substring(0, 2)).resolve(digest));
    TestAnswer page = CLIENT.get(document);
    assertThat(page.status()).as(page.toString()).isEqualTo(200);
    assertThat(page.body()).contains("is missing or damaged");
    assertThat(path(submit(document + "/deletion", ""))).isEqualTo(folder);
  }

  @Test
  void offersReadersOnlyWhatTheyMayDo() {
    TestClient<TestAnswer> reader = ContentServer.shared().client(ContentServer.READER);
    String folder = newFolder();
    for (String page : List.of(folder, newDocument(folder, "page.html"))) {
      assertThat(CLIENT.get(page).body()).contains("<form");
      TestAnswer shown = reader.get(page);
      assertThat(shown.status()).as(shown.toString()).isEqualTo(200);
      assertThat(shown.body()).doesNotContain("<form");
    }
    assertThat(reader.get("/content/web/search").status()).isEqualTo(200);
  }
}

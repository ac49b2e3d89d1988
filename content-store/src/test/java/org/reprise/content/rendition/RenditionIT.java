package org.reprise.content.rendition;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.poi.hssf.usermodel.HSSFWorkbook;
import org.apache.poi.ss.usermodel.Workbook;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.content.ContentServer;
import org.reprise.content.object.Version;
import org.reprise.content.store.Digest;
import org.reprise.localstack.testing.TestAnswer;
import org.reprise.localstack.testing.TestApplication;
import org.reprise.localstack.testing.TestClient;
import org.reprise.localstack.testing.TestDatabase;
import org.reprise.localstack.testing.TestService;
import org.springframework.util.FileSystemUtils;

/** Renditions by real worker processes, which are killed, stopped, and given what breaks them. */
class RenditionIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final int RED = 0xffff0000;
  private static final int BLUE = 0xff0000ff;
  private static final int WHITE = 0xffffffff;

  /** Takes its worker so long that a test finds it and stops it. */
  private static final byte[] LARGE = Samples.image("png", 6000, 6000);

  @TempDir private Path folder;

  // Of another digest each time: nothing has been made of it yet.
  private static String addLarge(ContentServer server) {
    byte[] id = UUID.randomUUID().toString().getBytes(UTF_8);
    byte[] content = ByteBuffer.allocate(LARGE.length + id.length).put(LARGE).put(id).array();
    return add(server, content, "image/png");
  }

  private static String add(ContentServer server, byte[] content, String mediaType) {
    return add(server.client(), content, mediaType);
  }

  private static String add(TestClient<TestAnswer> client, byte[] content, String mediaType) {
    TestAnswer added =
        client.send(
            "POST",
            "/documents?name=" + UUID.randomUUID(),
            BodyPublishers.ofByteArray(content),
            "Content-Type",
            mediaType);
    assertThat(added.status()).as(added.toString()).isEqualTo(201);
    return added.header("Location");
  }

  private static TestAnswer rendition(ContentServer server, String document, String kind) {
    return server.client().get(document + "/renditions/" + kind);
  }

  private static BufferedImage image(TestAnswer answer) throws IOException {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    assertThat(answer.header("Content-Type")).isEqualTo("image/png");
    return ImageIO.read(new ByteArrayInputStream(answer.response().body()));
  }

  private static String text(byte[] content, String mediaType) {
    ContentServer server = ContentServer.shared();
    TestAnswer answer = rendition(server, add(server, content, mediaType), "text");
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    assertThat(answer.header("Content-Type")).isEqualToIgnoringCase("text/plain;charset=UTF-8");
    return answer.body();
  }

  private ContentServer start(String... settings) {
    return ContentServer.start(TestDatabase.freshDatabase(), folder.resolve("area"), settings);
  }

  private static List<String> finished(ContentServer server) throws IOException {
    Path renditions = Files.createDirectories(server.area().resolve("renditions"));
    try (Stream<Path> files = Files.list(renditions)) {
      return files.map(it -> it.getFileName().toString()).toList();
    }
  }

  private static double count(ContentServer server, String result) {
    return server.part(MeterRegistry.class).counter("content.renditions", "result", result).count();
  }

  // The worker that runs now. The class path does not fit into what the system tells of a process.
  private static ProcessHandle awaitWorker() {
    return await()
        .atMost(LIMIT)
        .until(() -> workers().findAny(), it -> it.isPresent())
        .orElseThrow();
  }

  private static Stream<ProcessHandle> workers() {
    return ProcessHandle.current()
        .descendants()
        .filter(it -> it.info().command().orElse("").endsWith("/java"))
        .filter(it -> it.info().commandLine().orElse("").contains("/renditions/work-"));
  }

  private static void signal(String signal, ProcessHandle process) throws Exception {
    assertThat(
            new ProcessBuilder("kill", "-s", signal, Long.toString(process.pid()))
                .start()
                .waitFor())
        .isZero();
  }

  private static CompletableFuture<TestAnswer> begin(
      ContentServer server, String document, String kind) {
    return CompletableFuture.supplyAsync(
        () -> rendition(server, document, kind), Thread.ofPlatform()::start);
  }

  @ParameterizedTest
  @ValueSource(strings = {"png", "jpeg", "gif", "bmp", "tiff"})
  void makesThumbnailAndPageOfImage(String format) throws IOException {
    ContentServer server = ContentServer.shared();
    byte[] content = Samples.image(format, 4000, 2000);
    String document = add(server, content, "image/" + format);
    BufferedImage thumbnail = image(rendition(server, document, "thumbnail"));
    assertThat(List.of(thumbnail.getWidth(), thumbnail.getHeight())).containsExactly(160, 160);
    assertThat(thumbnail.getRGB(80, 20)).isZero();
    BufferedImage page = image(rendition(server, document, "page"));
    assertThat(List.of(page.getWidth(), page.getHeight())).containsExactly(1600, 800);
    if (!format.equals("jpeg")) {
      assertThat(thumbnail.getRGB(80, 60)).isEqualTo(RED);
      assertThat(thumbnail.getRGB(80, 100)).isEqualTo(BLUE);
      assertThat(page.getRGB(800, 600)).isEqualTo(BLUE);
    }
    assertThat(server.client().get(document + "/renditions").body())
        .contains("\"kind\":\"cmis:thumbnail\"", "\"height\":160")
        .doesNotContain("text");
    assertThat(rendition(server, document, "text").status()).isEqualTo(409);
    assertThat(rendition(server, document, "page?page=2").body()).contains("has no such page");
  }

  @Test
  void makesPagesAndTextOfPdf() throws IOException {
    ContentServer server = ContentServer.shared();
    String document = add(server, Samples.pdf("the first", "the second"), "application/pdf");
    BufferedImage thumbnail = image(rendition(server, document, "thumbnail"));
    assertThat(List.of(thumbnail.getWidth(), thumbnail.getHeight())).containsExactly(160, 160);
    TestAnswer first = rendition(server, document, "page");
    assertThat(image(first).getHeight()).isBetween(1599, 1600);
    TestAnswer second = rendition(server, document, "page?page=2");
    assertThat(image(second).getHeight()).isBetween(1599, 1600);
    assertThat(second.response().body()).isNotEqualTo(first.response().body());
    assertThat(rendition(server, document, "page?page=3").body()).contains("has no such page");
    assertThat(rendition(server, document, "page?page=0").status()).isEqualTo(409);
    assertThat(rendition(server, document, "text?page=2").status()).isEqualTo(409);
    assertThat(rendition(server, document, "text").body()).contains("the first", "the second");
  }

  @Test
  void makesTextOfOfficeDocumentsAndTexts() {
    assertThat(text(Samples.docx(Samples.paragraph("of Word \u00fc")), Samples.DOCX))
        .contains("of Word \u00fc");
    assertThat(text(Samples.odt("an open one"), "application/vnd.oasis.opendocument.text"))
        .contains("an open one");
    assertThat(text("<p>a <b>page</b><script>let x</script>".getBytes(UTF_8), "text/html"))
        .contains("a page")
        .doesNotContain("let x", "<");
    assertThat(text("{\\rtf1\\ansi\\pard in rich text\\par}".getBytes(UTF_8), "application/rtf"))
        .contains("in rich text");
    assertThat(text("\u00fcber".getBytes(ISO_8859_1), "text/plain;charset=ISO-8859-1"))
        .contains("\u00fcber");
  }

  @Test
  void sendsRenditionSoThatBrowsersKeepButDoNotRunIt() {
    ContentServer server = ContentServer.shared();
    String document = add(server, Samples.image("png", 10, 10), "image/png");
    TestAnswer answer = rendition(server, document, "thumbnail");
    assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(answer.header("Content-Disposition")).startsWith("attachment").contains(".png");
    assertThat(answer.header("Cache-Control")).isEqualTo("private, no-cache");
    String tag = answer.header("ETag");
    TestAnswer again =
        server.client().get(document + "/renditions/thumbnail", "If-None-Match", tag);
    assertThat(again.status()).isEqualTo(304);
    TestAnswer whole =
        server
            .client()
            .get(document + "/renditions/thumbnail", "Range", "bytes=1-3", "If-Range", "\"x\"");
    assertThat(whole.status()).isEqualTo(200);
    assertThat(whole.header("Content-Length")).isEqualTo("" + whole.response().body().length);
  }

  @Test
  void readsSameBytesByEachMediaType() {
    byte[] page = "<p>the same</p>".getBytes(UTF_8);
    assertThat(text(page, "text/html").strip()).isEqualTo("the same");
    assertThat(text(page, "text/csv").strip()).contains("<p>");
    ContentServer server = ContentServer.shared();
    byte[] pdf = Samples.pdf("no image");
    String wrong = add(server, pdf, "image/png");
    assertThat(rendition(server, wrong, "page").body()).contains("not of its media type");
    String right = add(server, pdf, "Application/PDF");
    assertThat(rendition(server, right, "page").status()).isEqualTo(200);
  }

  @Test
  void cutsLongText() {
    byte[] content = "many words ".repeat(200_000).getBytes(UTF_8);
    assertThat(text(content, "text/plain").length()).isBetween(990_000, 1_000_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a"})
  void cutsTextBetweenCharacters(String start) {
    String content = start + "\ud83d\ude00".repeat(600_000);
    assertThat(text(content.getBytes(UTF_8), "text/plain")).endsWith("\ud83d\ude00");
  }

  @Test
  void boundsMemoryOutsideOfHeap() throws IOException {
    ContentServer server = ContentServer.shared();
    String large = add(server, Samples.progressiveJpeg(6300, 6300), "image/jpeg");
    assertThat(image(rendition(server, large, "page")).getWidth()).isEqualTo(1600);
    // 1.5 GB of coefficients: drawn without the image.
    byte[] huge = Samples.pdf(Samples.progressiveJpeg(16_000, 16_000));
    BufferedImage page = image(rendition(server, add(server, huge, "application/pdf"), "page"));
    assertThat(page.getRGB(500, 800)).isEqualTo(WHITE);
  }

  @Test
  void runsWorkerWithLimitsAndWithoutVariables() throws Exception {
    Set<String> passedOn =
        Set.of("PATH", "LANG", "LC_ALL", "MALLOC_ARENA_MAX", "PWD", "OLDPWD", "SHLVL", "_");
    assertThat(System.getenv().keySet()).anyMatch(it -> !passedOn.contains(it));
    ContentServer server = ContentServer.shared();
    CompletableFuture<TestAnswer> made = begin(server, addLarge(server), "page");
    ProcessHandle worker = awaitWorker();
    signal("STOP", worker);
    Path process = Path.of("/proc", Long.toString(worker.pid()));
    Stream<String> names =
        Files.readString(process.resolve("environ"))
            .lines()
            .flatMap(it -> Arrays.stream(it.split("\0")));
    assertThat(names.map(it -> it.split("=", 2)[0])).contains("PATH").isSubsetOf(passedOn);
    assertThat(Files.readString(process.resolve("limits")).lines())
        .anyMatch(it -> it.matches("Max cpu time +1201 .*"))
        .anyMatch(it -> it.matches("Max file size +268435456 .*"))
        .anyMatch(it -> it.matches("Max core file size +0 .*"))
        .anyMatch(it -> it.matches("Max address space +" + (192 + 700) * 1024 * 1024 + " .*"));
    assertThat(Files.readString(process.resolve("oom_score_adj")).strip()).isEqualTo("1000");
    signal("CONT", worker);
    assertThat(made.get().status()).isEqualTo(200);
  }

  @Test
  void listsNoRenditionOfTooLargeContent() {
    assertThat(Rendition.of(content(64 << 20))).hasSize(1);
    assertThat(Rendition.of(content((64 << 20) + 1))).isEmpty();
  }

  private static Version.Content content(long size) {
    Digest digest = new Digest(DigestUtils.sha256Hex(""));
    return new Version.Content(digest, "main", size, "text/plain", "name", 0, false);
  }

  @Test
  void refusesHugePngAndZipBomb() throws IOException {
    ContentServer server = ContentServer.shared();
    String png = add(server, Samples.blackPng(100_000, 100_000), "image/png");
    for (String kind : List.of("thumbnail", "page")) {
      assertThat(rendition(server, png, kind).body()).contains("more pixels");
    }
    // A gigabyte.
    String bomb = add(server, Samples.docx(Samples.spaces(1024)), Samples.DOCX);
    TestAnswer refused = rendition(server, bomb, "text");
    assertThat(refused.status()).as(refused.toString()).isEqualTo(409);
    assertThat(refused.body()).contains("There is no rendition");
    assertThat(finished(server)).noneMatch(it -> it.startsWith("work-"));
  }

  @Test
  void refusesDamagedContents() {
    ContentServer server = ContentServer.shared();
    byte[] pdf = Samples.pdf("a page");
    byte[] noise = new byte[10_000];
    new Random(1).nextBytes(noise);
    for (byte[] content : List.of(noise, Arrays.copyOf(pdf, 60), Arrays.copyOf(noise, 1))) {
      String document = add(server, content, "application/pdf");
      assertThat(rendition(server, document, "page").body()).contains("is damaged");
    }
    String encrypted = add(server, Samples.encryptedPdf(), "application/pdf");
    assertThat(rendition(server, encrypted, "page").body()).contains("protected");
    String document = add(server, noise, "image/jpeg");
    assertThat(rendition(server, document, "thumbnail").body()).contains("is damaged");
    byte[] half = Arrays.copyOf(Samples.docx(Samples.paragraph("a text")), 300);
    assertThat(rendition(server, add(server, half, Samples.DOCX), "text").status()).isEqualTo(409);
  }

  @Test
  void endsWorkerThatTakesTooLong() throws Exception {
    try (ContentServer server = start("--reprise.content.rendition.timeout=1ms")) {
      String document = add(server, Samples.image("png", 10, 10), "image/png");
      // The second time without another worker.
      for (int i = 0; i < 2; i++) {
        assertThat(rendition(server, document, "page").body()).contains("takes more time");
      }
      assertThat(workers()).isEmpty();
      assertThat(count(server, "refused")).isEqualTo(2);
      assertThat(finished(server)).isEmpty();
    }
  }

  @Test
  void endsWorkerWhoseServiceIsGone() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Process worker =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Worker.class.getName(),
                "page",
                folder.resolve("target").toString(),
                // A pipe that nobody writes to, so that it waits for ever.
                pipe.toString(),
                "image/png",
                "1")
            .start();
    assertThat(worker.isAlive()).isTrue();
    worker.getOutputStream().close();
    assertThat(worker.waitFor()).isEqualTo(Refusal.KILLED.status);
  }

  @Test
  void refusesContentThatExhaustsMemory() throws Exception {
    try (ContentServer server = start("--reprise.content.rendition.memory=32MB")) {
      Random random = new Random(1);
      String document =
          add(
              server,
              Samples.docx(out -> {
                for (int i = 0; i < 100_000; i++) {
                  Samples.paragraph("word " + random.nextLong()).write(out);
                }
              }),
              Samples.DOCX);
      assertThat(rendition(server, document, "text").body()).contains("needs more memory");
      assertThat(finished(server)).isEmpty();
    }
  }

  @Test
  void makesRenditionAgainWhoseWorkerWasKilled() throws Exception {
    ContentServer server = ContentServer.shared();
    String document = addLarge(server);
    List<String> before = finished(server);
    CompletableFuture<TestAnswer> killed = begin(server, document, "page");
    awaitWorker().destroyForcibly();
    TestAnswer answer = killed.get();
    assertThat(answer.status()).as(answer.toString()).isEqualTo(503);
    assertThat(answer.header("Retry-After")).isNotEmpty();
    assertThat(finished(server)).containsExactlyInAnyOrderElementsOf(before);
    assertThat(rendition(server, document, "page").status()).isEqualTo(200);
    assertThat(finished(server)).hasSize(before.size() + 1);
  }

  @Test
  void refusesContentWhoseWorkerWasKilledTwice() throws Exception {
    ContentServer server = ContentServer.shared();
    String document = addLarge(server);
    for (int status : List.of(503, 409)) {
      CompletableFuture<TestAnswer> killed = begin(server, document, "page");
      awaitWorker().destroyForcibly();
      TestAnswer answer = killed.get();
      assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
    }
    assertThat(rendition(server, document, "page").body()).contains("ends its worker");
    assertThat(rendition(server, document, "thumbnail").status()).isEqualTo(200);
  }

  @Test
  void makesRenditionAgainWhoseFilesWereRemoved() throws Exception {
    ContentServer server = ContentServer.shared();
    String document = addLarge(server);
    CompletableFuture<TestAnswer> removed = begin(server, document, "page");
    ProcessHandle worker = awaitWorker();
    signal("STOP", worker);
    FileSystemUtils.deleteRecursively(server.area().resolve("renditions"));
    signal("CONT", worker);
    TestAnswer answer = removed.get();
    assertThat(answer.status()).as(answer.toString()).isEqualTo(503);
    assertThat(rendition(server, document, "page").status()).isEqualTo(200);
  }

  @Test
  void refusesPagesAfterMissingOneWithoutWorker() throws Exception {
    ContentServer server = ContentServer.shared();
    byte[] content = Samples.pdf("a page");
    String document = add(server, content, "application/pdf");
    assertThat(rendition(server, document, "page?page=4").body()).contains("has no such page");
    String digest = DigestUtils.sha256Hex(content);
    Path file = server.area().resolve("contents").resolve(digest.substring(0, 2)).resolve(digest);
    Path elsewhere = Files.move(file, server.area().resolve("elsewhere"));
    assertThat(rendition(server, document, "page?page=5").body()).contains("has no such page");
    Files.move(elsewhere, file);
    assertThat(rendition(server, document, "page?page=3").body()).contains("has no such page");
    assertThat(rendition(server, document, "page").status()).isEqualTo(200);
  }

  @Test
  void makesOneRenditionForTwoRequests() throws Exception {
    try (ContentServer server = start("--reprise.content.rendition.workers=2")) {
      byte[] content = Samples.pdf("a page");
      String document = add(server, content, "application/pdf");
      String twin = add(server, content, "application/pdf");
      CompletableFuture<TestAnswer> first = begin(server, document, "page");
      CompletableFuture<TestAnswer> second = begin(server, twin, "page");
      assertThat(first.get().status()).isEqualTo(200);
      assertThat(second.get().response().body()).isEqualTo(first.get().response().body());
      assertThat(count(server, "made")).isEqualTo(1);
    }
  }

  @Test
  void rejectsMoreRequestsThanMayWait() throws Exception {
    try (ContentServer server = start("--reprise.content.rendition.max-waiting=1")) {
      String document = addLarge(server);
      CompletableFuture<TestAnswer> first = begin(server, document, "page");
      ProcessHandle worker = awaitWorker();
      signal("STOP", worker);
      TestAnswer rejected = rendition(server, document, "thumbnail");
      assertThat(rejected.status()).as(rejected.toString()).isEqualTo(503);
      assertThat(rejected.header("Retry-After")).isNotEmpty();
      signal("CONT", worker);
      assertThat(first.get().status()).isEqualTo(200);
      assertThat(rendition(server, document, "thumbnail").status()).isEqualTo(200);
    }
  }

  @Test
  void sendsNothingOfDocumentThatWasDeleted() throws Exception {
    ContentServer server = ContentServer.shared();
    String document = addLarge(server);
    CompletableFuture<TestAnswer> first = begin(server, document, "page");
    ProcessHandle worker = awaitWorker();
    signal("STOP", worker);
    assertThat(server.client().delete(document).status()).isEqualTo(204);
    signal("CONT", worker);
    // It was there when the request came.
    assertThat(first.get().status()).isEqualTo(200);
    assertThat(rendition(server, document, "page").status()).isEqualTo(404);
  }

  @Test
  void makesNothingOfDamagedFile() throws IOException {
    ContentServer server = ContentServer.shared();
    byte[] content = Samples.image("bmp", 11, 11);
    String document = add(server, content, "image/bmp");
    List<String> before = finished(server);
    String digest = DigestUtils.sha256Hex(content);
    Path file = server.area().resolve("contents").resolve(digest.substring(0, 2)).resolve(digest);
    content[content.length - 1]++;
    Files.write(file, content);
    assertThat(rendition(server, document, "page").status()).isEqualTo(500);
    Files.delete(file);
    assertThat(rendition(server, document, "page").status()).isEqualTo(500);
    assertThat(finished(server)).containsExactlyInAnyOrderElementsOf(before);
  }

  @Test
  void makesNothingWhereAreaHasNoRoom() throws IOException {
    ContentServer shared = ContentServer.shared();
    String ready = add(shared, Samples.image("png", 12, 12), "image/png");
    String other = add(shared, Samples.image("png", 13, 13), "image/png");
    assertThat(rendition(shared, ready, "page").status()).isEqualTo(200);
    List<String> before = finished(shared);
    String reserve = "--reprise.content.areas[0].reserved-bytes=1000TB";
    try (ContentServer server = ContentServer.start(shared.database(), shared.area(), reserve)) {
      assertThat(rendition(server, ready, "page").status()).isEqualTo(200);
      TestAnswer full = rendition(server, other, "page");
      assertThat(full.status()).as(full.toString()).isEqualTo(507);
      assertThat(finished(server)).containsExactlyInAnyOrderElementsOf(before);
    }
  }

  /** A file of some hundred bytes counts as a block of 4,096. */
  @Test
  void keepsRenditionsWithinBound() throws IOException {
    try (ContentServer server = start("--reprise.content.rendition.cache=4095B")) {
      String document = add(server, Samples.image("png", 10, 10), "image/png");
      Path old = server.area().resolve("renditions").resolve("work-of-before");
      Files.createDirectories(old);
      Files.setLastModifiedTime(old, FileTime.fromMillis(System.currentTimeMillis() - 90_000_000L));
      assertThat(rendition(server, document, "page").status()).isEqualTo(200);
      assertThat(finished(server)).hasSize(1).allMatch(it -> it.endsWith(".page-1"));
      assertThat(rendition(server, document, "thumbnail").status()).isEqualTo(200);
      assertThat(finished(server)).hasSize(1).allMatch(it -> it.endsWith(".thumbnail-1"));
    }
  }

  @Test
  void keepsNumberOfRenditionsWithinBound() throws IOException {
    try (ContentServer server = start()) {
      String document = add(server, Samples.image("png", 10, 10), "image/png");
      Path renditions = Files.createDirectories(server.area().resolve("renditions"));
      for (int i = 0; i < 10_000; i++) {
        Path old = Files.createFile(renditions.resolve("old-" + i));
        Files.setLastModifiedTime(old, FileTime.fromMillis(1));
      }
      assertThat(rendition(server, document, "page").status()).isEqualTo(200);
      assertThat(finished(server)).hasSizeBetween(9_999, 10_000);
      assertThat(rendition(server, document, "thumbnail").status()).isEqualTo(200);
      assertThat(finished(server)).hasSizeBetween(9_999, 10_000);
    }
  }

  @Test
  void worksFromPackedJar() throws IOException {
    try (TestService service =
        new TestService(
            "content-store",
            ContentServer.arguments(TestDatabase.freshDatabase(), folder.resolve("area")),
            folder.resolve("log"))) {
      TestClient<TestAnswer> client =
          new TestClient<>(
              service.base(), TestApplication.USERNAME, TestApplication.PASSWORD, TestAnswer::new);
      // The class path of tests has libraries that the jar may lack.
      Map<String, byte[]> contents =
          Map.of(
              "application/pdf",
              Samples.pdf("packed"),
              Samples.DOCX,
              Samples.docx(Samples.paragraph("packed")),
              "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
              office(new XSSFWorkbook()),
              "application/vnd.ms-excel",
              office(new HSSFWorkbook()),
              "application/vnd.oasis.opendocument.text",
              Samples.odt("packed"),
              "text/html",
              "<p>packed".getBytes(UTF_8),
              "text/csv",
              "packed,csv".getBytes(UTF_8),
              "application/xml",
              "<a>packed</a>".getBytes(UTF_8),
              "application/rtf",
              "{\\rtf1\\ansi\\pard packed\\par}".getBytes(UTF_8));
      contents.forEach((mediaType, content) -> {
        TestAnswer text = client.get(add(client, content, mediaType) + "/renditions/text");
        assertThat(text.body()).as(mediaType).contains("packed");
      });
      String picture = add(client, Samples.image("png", 10, 10), "image/png");
      assertThat(client.get(picture + "/renditions/thumbnail").status()).isEqualTo(200);
      String encrypted = add(client, Samples.encryptedPdf(), "application/pdf");
      assertThat(client.get(encrypted + "/renditions/text").body()).contains("protected");
    }
  }

  private static byte[] office(Workbook workbook) throws IOException {
    try (workbook;
        ByteArrayOutputStream out = new ByteArrayOutputStream()) {
      workbook.createSheet().createRow(0).createCell(0).setCellValue("packed");
      workbook.write(out);
      return out.toByteArray();
    }
  }
}

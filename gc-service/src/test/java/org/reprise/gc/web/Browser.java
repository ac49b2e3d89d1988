package org.reprise.gc.web;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.GcServer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A headless Chromium with one page, used by clicks and keys as a person does. */
final class Browser {
  private static final String LISTENING = "DevTools listening on ";
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome");
  private static final String FIND =
      """
      (() => {
        const shown = [...document.querySelectorAll(%s)].filter(e => e.getClientRects().length);
        const text = %s;
        const said = e => (e.getAttribute('aria-label') || e.innerText || '').trim();
        return shown.find(e => text === null || said(e) === text);
      })()\
      """;

  private static final String FRAME_AT =
      """
      (() => {
        const r = document.querySelector('iframe').getBoundingClientRect();
        return {x: r.x, y: r.y};
      })()\
      """;

  private final Process process;
  private final Path home;
  private final DevTools page;
  private @Nullable String frame;

  private Browser(Process process, Path home, DevTools page) {
    this.process = process;
    this.home = home;
    this.page = page;
  }

  /** Where a browser is: REPRISE_CHROMIUM, or one of the usual names on the path. */
  static Optional<Path> program() {
    String named = System.getenv("REPRISE_CHROMIUM");
    if (named != null) {
      return Optional.of(Path.of(named));
    }
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .flatMap(directory -> NAMES.stream().map(name -> Path.of(directory, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static final class Shared {
    static final Browser BROWSER =
        start(program().orElseThrow(), GcServer.USERNAME, GcServer.PASSWORD);

    static {
      Runtime.getRuntime().addShutdownHook(new Thread(BROWSER::close));
    }
  }

  /** Returns the one browser of the JVM's tests, which skips a test where there is none. */
  static Browser shared() {
    assumeTrue(
        program().isPresent(), "no Chromium on the path: the pages are not tried in a browser");
    Shared.BROWSER.page.ask("Network.clearBrowserCookies", Map.of());
    Shared.BROWSER.screen(1280, 900, false);
    return Shared.BROWSER;
  }

  private static Browser start(Path program, String username, String password) {
    try {
      Path home = Files.createTempDirectory("chromium");
      Process process =
          new ProcessBuilder(
                  program.toString(),
                  "--headless=new",
                  "--no-sandbox",
                  "--disable-gpu",
                  "--disable-dev-shm-usage",
                  "--no-first-run",
                  "--hide-scrollbars",
                  "--remote-debugging-port=0",
                  "--user-data-dir=" + home,
                  "about:blank")
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      HttpClient http = HttpClient.newBuilder().connectTimeout(Duration.ofMinutes(2)).build();
      DevTools page = new DevTools(http, newPage(http, address(process)));
      Browser browser = new Browser(process, home, page);
      page.ask("Page.enable", Map.of());
      page.ask("Network.enable", Map.of());
      page.ask("Runtime.enable", Map.of());
      String credentials =
          Base64.getEncoder()
              .encodeToString((username + ":" + password).getBytes(StandardCharsets.UTF_8));
      page.ask(
          "Network.setExtraHTTPHeaders",
          Map.of("headers", Map.of("Authorization", "Basic " + credentials)));
      return browser;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static URI address(Process process) throws IOException {
    BufferedReader errors = process.errorReader(StandardCharsets.UTF_8);
    for (String line = errors.readLine(); line != null; line = errors.readLine()) {
      if (line.startsWith(LISTENING)) {
        Thread.ofPlatform().daemon().start(() -> errors.lines().forEach(rest -> {}));
        return URI.create(line.substring(LISTENING.length()));
      }
    }
    throw new IOException("the browser ended before it listened");
  }

  private static URI newPage(HttpClient http, URI browser) throws IOException {
    URI uri = URI.create("http://" + browser.getAuthority() + "/json/new?about:blank");
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .timeout(Duration.ofMinutes(5))
            .PUT(HttpRequest.BodyPublishers.noBody())
            .build();
    try {
      String reply = http.send(request, HttpResponse.BodyHandlers.ofString()).body();
      JsonNode page = JsonMapper.builder().build().readTree(reply);
      return URI.create(page.path("webSocketDebuggerUrl").asString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  /** Opens an address and waits until all is loaded. */
  void open(String address) {
    frame = null;
    page.forget();
    page.ask("Page.navigate", Map.of("url", address));
    page.await("Page.loadEventFired");
  }

  /** From now on what is within the page's one frame is meant, until another page is opened. */
  void inFrame() {
    frame =
        page.ask("Page.getFrameTree", Map.of())
            .path("frameTree")
            .path("childFrames")
            .get(0)
            .path("frame")
            .path("id")
            .asString();
  }

  /** Clicks, and waits for the page that follows in the frame. */
  void followInFrame(String selector, String text) {
    page.forget();
    click(selector, text);
    page.await("Page.frameStoppedLoading");
  }

  /** What JavaScript says in the page around the frame. */
  JsonNode around(String script) {
    return evaluate(script, Map.of());
  }

  /** The message that the page around the frame has heard, after others. */
  String heard(int number) {
    return around(
            """
            new Promise(resolve => {
              const look = () =>
                heard.length >= %1$d ? resolve(heard[%1$d - 1]) : setTimeout(look, 20);
              look();
            })\
            """
                .formatted(number))
        .asString();
  }

  /** Clicks on what a selector finds, and waits for the page that follows. */
  void follow(String selector) {
    follow(selector, null);
  }

  /** The same with a text, where the selector finds several. */
  void follow(String selector, @Nullable String text) {
    page.forget();
    click(selector, text);
    page.await("Page.loadEventFired");
  }

  /** Clicks; no page follows. */
  void click(String selector, @Nullable String text) {
    JsonNode place =
        evaluate(
            """
            (() => {
              const e = %s;
              if (!e) return null;
              e.scrollIntoView({block: 'center'});
              const r = e.getClientRects()[0];
              const x = r.x + r.width / 2, y = r.y + r.height / 2;
              const top = document.elementFromPoint(x, y);
              return {x, y, hit: !!top && (e.contains(top) || top.contains(e))};
            })()\
            """
                .formatted(find(selector, text)));
    if (!place.path("hit").asBoolean(false)) {
      throw new IllegalStateException(
          "cannot click on %s '%s': %s in\n%s".formatted(selector, text, place, text("body")));
    }
    JsonNode frameAt = frame == null ? null : evaluate(FRAME_AT, Map.of());
    double x = place.path("x").asDouble() + (frameAt == null ? 0 : frameAt.path("x").asDouble());
    double y = place.path("y").asDouble() + (frameAt == null ? 0 : frameAt.path("y").asDouble());
    for (String type : List.of("mouseMoved", "mousePressed", "mouseReleased")) {
      page.ask(
          "Input.dispatchMouseEvent",
          Map.of(
              "type", type,
              "x", x,
              "y", y,
              "button", type.equals("mouseMoved") ? "none" : "left",
              "clickCount", 1));
    }
  }

  private static String find(String selector, @Nullable String text) {
    JsonMapper json = JsonMapper.builder().build();
    return FIND.formatted(
        json.writeValueAsString(selector), text == null ? "null" : json.writeValueAsString(text));
  }

  /** Puts a text into a field in place of what it holds. */
  void type(String selector, String text) {
    click(selector, null);
    evaluate("document.activeElement.select && document.activeElement.select()");
    page.ask("Input.insertText", Map.of("text", text));
  }

  /** Presses a key: Tab, Enter or Space. */
  void press(String key) {
    int code =
        switch (key) {
          case "Tab" -> 9;
          case "Enter" -> 13;
          case "Space" -> 32;
          default -> throw new IllegalArgumentException(key);
        };
    String typed = key.equals("Space") ? " " : key;
    String text = key.equals("Enter") ? "\r" : key.equals("Space") ? " " : "";
    page.ask(
        "Input.dispatchKeyEvent",
        Map.of(
            "type", text.isEmpty() ? "rawKeyDown" : "keyDown",
            "key", typed,
            "code", key,
            "windowsVirtualKeyCode", code,
            "text", text));
    page.ask(
        "Input.dispatchKeyEvent",
        Map.of("type", "keyUp", "key", typed, "code", key, "windowsVirtualKeyCode", code));
  }

  /** Presses a key that leads to another page. */
  void pressAndFollow(String key) {
    page.forget();
    press(key);
    page.await("Page.loadEventFired");
  }

  /** Waits until another page was loaded, by itself. */
  void awaitPage() {
    page.await("Page.loadEventFired");
  }

  /** What JavaScript says in the page. */
  JsonNode evaluate(String script) {
    return evaluate(script, frame == null ? Map.of() : Map.of("contextId", page.context(frame)));
  }

  private JsonNode evaluate(String script, Map<String, Object> where) {
    Map<String, Object> all = new HashMap<>(where);
    all.putAll(Map.of("expression", script, "returnByValue", true, "awaitPromise", true));
    JsonNode reply = page.ask("Runtime.evaluate", all);
    if (reply.has("exceptionDetails")) {
      throw new IllegalStateException(reply.path("exceptionDetails").toString());
    }
    return reply.path("result").path("value");
  }

  /** The shown text of the first element that a selector finds; empty where there is none. */
  String text(String selector) {
    return evaluate("(document.querySelector('%s') || {}).innerText || ''".formatted(selector))
        .asString("");
  }

  /** Where the browser is. */
  String address() {
    return evaluate("location.href").asString();
  }

  /** Makes the page as wide as a screen, light or dark. */
  void screen(int width, int height, boolean isDark) {
    page.ask(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    page.ask(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(
                Map.of("name", "prefers-color-scheme", "value", isDark ? "dark" : "light"),
                Map.of("name", "prefers-reduced-motion", "value", "reduce"))));
  }

  /** The whole page as PNG. */
  void screenshot(Path file) {
    String data =
        page.ask("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", true))
            .path("data")
            .asString();
    try {
      Files.write(file, Base64.getDecoder().decode(data));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void close() {
    page.close();
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try (Stream<Path> files = Files.walk(home)) {
      files.sorted(java.util.Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    } catch (IOException | UncheckedIOException e) {
      System.err.println("not deleted: " + home + " " + e);
    }
  }
}

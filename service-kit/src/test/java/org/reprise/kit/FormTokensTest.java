package org.reprise.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reprise.kit.KitService.right;

import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Pages whose forms carry a token. */
class FormTokensTest {
  private static final String FORM = "application/x-www-form-urlencoded";

  @SuppressWarnings("NullAway.Init") // before all tests
  private static KitService service;

  @BeforeAll
  static void start() {
    service = KitService.withPassword();
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  private static HttpResponse<String> post(String type, String body, String... headers) {
    List<String> all = new ArrayList<>(List.of("Content-Type", type));
    all.addAll(List.of(headers));
    return service.send(
        "POST", "/forms/form", BodyPublishers.ofString(body), all.toArray(String[]::new));
  }

  @Test
  void acceptsFormWithTheTokenOfItsPage() {
    HttpResponse<String> page = service.get("/forms/token", "Authorization", right());
    String cookie = page.headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
    String form = "a=b&_csrf=" + URLEncoder.encode(page.body(), StandardCharsets.UTF_8);

    HttpResponse<String> answer = post(FORM, form, "Authorization", right(), "Cookie", cookie);

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("b");
    // The token of the page that is shown stays valid.
    assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
  }

  @Test
  void saysWhatToDoWithFormWithoutToken() {
    HttpResponse<String> answer = post(FORM, "a=b", "Authorization", right());

    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.body()).contains("open the page again").doesNotContain("role");
  }

  @Test
  void readsNoFormOfCallersWithoutCredentials() {
    // Longer than forms and parts may be: 413 for whoever reads it.
    String value = "x".repeat(2 << 20);
    String part = "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n";

    assertThat(post(FORM, "a=" + value).statusCode()).isEqualTo(401);
    assertThat(post("multipart/form-data; boundary=b", part + value + "\r\n--b--\r\n").statusCode())
        .isEqualTo(401);
  }
}

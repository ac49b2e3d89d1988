package org.reprise.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reprise.kit.KitService.right;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What browsers send with their users' credentials for pages of other sites. */
class CrossSiteRequestsTest {
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

  private static HttpResponse<String> send(
      KitService to, String method, String path, String headers) {
    String own = "http://127.0.0.1:" + to.port();
    List<String> all =
        Stream.concat(
                Stream.of("Authorization", right(), "Content-Type", "text/plain"),
                Stream.of(headers.replace("OWN", own).split(" ")))
            .filter(text -> !text.isEmpty())
            .toList();
    return to.send(method, path, BodyPublishers.ofString("abc"), all.toArray(String[]::new));
  }

  private static void assertRefused(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(403);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(answer.body()).contains("page of another site", "correlationId");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Sec-Fetch-Site cross-site",
        "Sec-Fetch-Site cross-site Origin OWN",
        "Sec-Fetch-Site same-site",
        "Sec-Fetch-Site same-site Origin http://127.0.0.1:1",
        "Sec-Fetch-Site unheard-of",
        "Origin http://elsewhere.test",
        "Origin null",
        "Origin http://127.0.0.1",
        "Origin http://localhost:1",
        "Origin OWN.elsewhere.test",
        "Origin https://127.0.0.1:1",
        "Origin http://[",
        "Origin http://elsewhere.test X-Forwarded-Host elsewhere.test X-Forwarded-Port 80"
      })
  void rejectsUnsafeRequestsOfOtherSites(String headers) {
    for (String method : List.of("POST", "PUT", "PATCH", "DELETE")) {
      assertRefused(send(service, method, "/length", headers));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Origin OWN",
        "Sec-Fetch-Site same-origin Origin OWN",
        "Sec-Fetch-Site same-site Origin OWN",
        "Sec-Fetch-Site none",
        // A page whose referrer policy is no-referrer.
        "Sec-Fetch-Site same-origin Origin null",
        // Behind a proxy that tells nothing of the host that the browser knows.
        "Sec-Fetch-Site same-origin Origin https://public.test"
      })
  void acceptsRequestsOfOwnPagesAndOtherClients(String headers) {
    HttpResponse<String> answer = send(service, "POST", "/length", headers);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("3");
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "HEAD", "OPTIONS"})
  void acceptsSafeMethodsOfOtherSites(String method) {
    String headers = "Sec-Fetch-Site cross-site Origin http://elsewhere.test";
    assertThat(send(service, method, "/hello", headers).statusCode()).isEqualTo(200);
  }

  @Test
  void rejectsBeforeAuthentication() {
    assertRefused(
        service.send("POST", "/length", BodyPublishers.noBody(), "Sec-Fetch-Site", "cross-site"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"framework", "native"})
  void comparesWithForwardedHostWhereThatIsTrusted(String strategy) {
    String forwarded = " X-Forwarded-Proto https X-Forwarded-Host public.test X-Forwarded-Port 443";
    try (KitService behind =
        KitService.withPassword("--server.forward-headers-strategy=" + strategy)) {
      String own = "Origin https://public.test" + forwarded;
      assertThat(send(behind, "POST", "/length", own).statusCode()).isEqualTo(200);
      assertRefused(send(behind, "POST", "/length", "Origin OWN" + forwarded));
      assertRefused(send(behind, "POST", "/length", "Origin https://elsewhere.test" + forwarded));
    }
  }
}

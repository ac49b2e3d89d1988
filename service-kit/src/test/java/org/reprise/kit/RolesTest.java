package org.reprise.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Accounts beside the first one may do what their roles allow. */
@SuppressWarnings("NullAway.Init") // before all tests
class RolesTest {
  private static KitService service;

  @BeforeAll
  static void start() {
    service =
        KitService.withPassword(
            "--spring.profiles.active=roles",
            "--reprise.security.users[0].username=clerk",
            "--reprise.security.users[0].password=of the clerk",
            "--reprise.security.users[0].roles=reader",
            "--reprise.security.users[1].username=guest",
            "--reprise.security.users[1].password=of the guest");
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  private static HttpResponse<String> read(String authorization) {
    return service.get("/number?n=1", "Authorization", authorization);
  }

  private static HttpResponse<String> write(String authorization) {
    return service.send(
        "POST", "/length", BodyPublishers.ofString("abc"), "Authorization", authorization);
  }

  @Test
  void givesTheFirstAccountEveryRole() {
    assertThat(read(KitService.right()).statusCode()).isEqualTo(200);
    assertThat(write(KitService.right()).statusCode()).isEqualTo(200);
  }

  @Test
  void givesOtherAccountsTheirRolesOnly() {
    String clerk = KitService.basic("clerk", "of the clerk");
    assertThat(read(clerk).statusCode()).isEqualTo(200);
    HttpResponse<String> refused = write(clerk);
    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(refused.headers().firstValue("Content-Type"))
        .hasValueSatisfying(type -> assertThat(type).startsWith("application/problem+json"));
    assertThat(refused.body()).contains("role");
    assertThat(write(KitService.basic("clerk", "of the guest")).statusCode()).isEqualTo(401);
  }

  @Test
  void allowsEveryAccountWherePathsHaveNoRule() {
    String guest = KitService.basic("guest", "of the guest");
    assertThat(service.get("/hello", "Authorization", guest).statusCode()).isEqualTo(200);
    assertThat(read(guest).statusCode()).isEqualTo(403);
    assertThat(service.get("/hello").statusCode()).isEqualTo(401);
  }

  @Test
  void failsToStartWithAnUnknownRole() {
    assertThatThrownBy(() ->
            KitService.withPassword(
                "--reprise.security.users[0].username=clerk",
                "--reprise.security.users[0].password=x",
                "--reprise.security.users[0].roles=emperor"))
        .rootCause()
        .hasMessageContaining("reprise.security.users")
        .hasMessageContaining("emperor");
  }
}

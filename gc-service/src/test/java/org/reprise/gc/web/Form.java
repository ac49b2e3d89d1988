package org.reprise.gc.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.reprise.gc.GcClient;

/** A page that was opened once, whose forms are filled in and sent as browsers do. */
final class Form {
  private static final Pattern TOKEN = Pattern.compile("name=\"_csrf\" value=\"([^\"]+)\"");
  private static final Pattern REVISION = Pattern.compile("name=\"revision\" value=\"(\\d+)\"");

  private final GcClient client;
  private final GcClient.Answer page;
  private final String cookie;

  private Form(GcClient client, GcClient.Answer page, String cookie) {
    this.client = client;
    this.page = page;
    this.cookie = cookie;
    assertThat(page.status()).as(page.toString()).isEqualTo(200);
  }

  static Form open(GcClient client, String address) {
    GcClient.Answer page = client.get(address);
    String cookie = page.header("Set-Cookie");
    return new Form(client, page, cookie.substring(0, cookie.indexOf(';')));
  }

  /** Opens another page in the same browser. */
  Form openAnother(String address) {
    return new Form(client, client.get(address, "Cookie", cookie), cookie);
  }

  /** What the page says. */
  String body() {
    return page.body();
  }

  /** The state that the page's forms build on. */
  String revision() {
    return first(REVISION);
  }

  private String first(Pattern pattern) {
    Matcher matcher = pattern.matcher(page.body());
    assertThat(matcher.find()).as("%s in %s", pattern, page).isTrue();
    return matcher.group(1);
  }

  /** Sends a form of the page. */
  GcClient.Answer send(String path, String... fields) {
    return sendBy(client, path, fields);
  }

  /** Sends it to another instance of the service. */
  GcClient.Answer sendBy(GcClient other, String path, String... fields) {
    StringBuilder body = new StringBuilder("_csrf=" + encode(first(TOKEN)));
    for (int i = 0; i < fields.length; i += 2) {
      body.append('&').append(fields[i]).append('=').append(encode(fields[i + 1]));
    }
    return other.send(
        "POST",
        path,
        body.toString().getBytes(StandardCharsets.UTF_8),
        "Content-Type",
        "application/x-www-form-urlencoded",
        "Cookie",
        cookie);
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}

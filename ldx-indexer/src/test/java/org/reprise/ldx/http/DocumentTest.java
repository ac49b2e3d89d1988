package org.reprise.ldx.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;

class DocumentTest {
  private static Document with(String... links) {
    return new Document(
        URI.create("http://a.test/base/1"), 200, headers("Link", links), new byte[0]);
  }

  private static HttpHeaders headers(String name, String... values) {
    HttpHeaders headers = new HttpHeaders();
    headers.addAll(name, List.of(values));
    return headers;
  }

  @Test
  void readsLongHeaderFast() {
    for (String header :
        new String[] {
          "<".repeat(3_000_000),
          "<2>; rel=" + " ".repeat(3_000_000) + "x",
          "<2>;rel=\"" + "next ;".repeat(500_000),
          "<2>" + ";rel".repeat(700_000)
        }) {
      assertTimeoutPreemptively(
          Duration.ofMinutes(5), () -> assertThat(with(header).next()).isNull());
    }
  }

  @Test
  void rejectsNextPageWithoutAddress() {
    assertThatThrownBy(() -> with("<http://a.test/ b>; rel=next").next())
        .isInstanceOf(FetchFailure.class);
  }

  @Test
  void findsNextPageAmongOtherLinks() throws FetchFailure {
    assertThat(with().next()).isNull();
    assertThat(with("<http://www.w3.org/ns/ldp#Page>; rel=\"type\"").next()).isNull();
    assertThat(with("<2>; rel=\"next\"").next()).hasToString("http://a.test/base/2");
    assertThat(with("<http://www.w3.org/ns/ldp#Page>; rel=type, </3>; rel=next").next())
        .hasToString("http://a.test/3");
    assertThat(with("<http://x.test/>; rel=type", "<2>;title=\"a\"; rel='next'").next()).isNull();
    assertThat(with("</p>; rel=\"prev next\"").next()).hasToString("http://a.test/p");
    assertThat(with("</p>; rel=\"nextish\"").next()).isNull();
    assertThat(with("</p>; REL=\"Next\"").next()).hasToString("http://a.test/p");
  }

  @Test
  void ignoresMalformedEtag() {
    for (String etag : new String[] {"W/\"a\\b\"", "\"\"", "\"2026-11-23\""}) {
      assertThat(tagged(etag).etag()).isEqualTo(etag);
    }
    for (String etag : new String[] {"bare", "\"a\u0001b\"", "\"", ""}) {
      assertThat(tagged(etag).etag()).as(etag).isNull();
    }
  }

  private static Document tagged(String etag) {
    return new Document(URI.create("http://a.test/trs"), 200, headers("ETag", etag), new byte[0]);
  }

  @Test
  void comparesOriginsWithoutPathAndDefaultPort() {
    assertThat(Origin.of("http://A.test/x")).isEqualTo(Origin.of("HTTP://a.test:80/"));
    assertThat(Origin.of("https://a.test/")).isNotEqualTo(Origin.of("http://a.test/"));
    assertThatThrownBy(() -> Origin.of("file:///etc/passwd"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}

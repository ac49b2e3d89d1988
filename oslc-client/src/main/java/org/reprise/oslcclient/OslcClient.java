package org.reprise.oslcclient;

import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.jena.rdf.model.Model;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFLanguages;
import org.apache.jena.riot.RDFParser;
import org.jspecify.annotations.Nullable;
import org.reprise.localstack.testing.TestAnswer;
import org.reprise.localstack.testing.TestClient;

/** Sends requests as a client of OSLC does, by URI or by path. */
public class OslcClient {
  /** W3C Turtle. */
  public static final String TURTLE = "text/turtle";

  private final TestClient<Answer> client;
  private final String baseUri;

  /**
   * Makes one.
   *
   * @param address where the service listens, whatever its URIs begin with
   * @param baseUri what its URIs begin with
   * @param username empty, and the password too, for requests without credentials
   */
  public OslcClient(String address, String baseUri, String username, String password) {
    this.client = new TestClient<>(address, username, password, Answer::new);
    this.baseUri = baseUri;
  }

  /** An answer. */
  public static final class Answer extends TestAnswer {
    Answer(HttpResponse<byte[]> response) {
      super(response);
    }

    /** The entity tag as it came. */
    public String etag() {
      return header("ETag");
    }

    /** The URI of what was created. */
    public String location() {
      return header("Location");
    }

    /** The body's format. */
    public String contentType() {
      String type = header("Content-Type");
      return type.contains(";") ? type.substring(0, type.indexOf(';')) : type;
    }

    /** What the body says. */
    public Model model() {
      Lang lang = RDFLanguages.contentTypeToLang(contentType());
      return RDFParser.source(new ByteArrayInputStream(response().body()))
          .base("http://no.base/")
          .lang(lang)
          .toModel();
    }

    @Override
    public String toString() {
      return status() + " " + response().headers().map() + "\n" + body();
    }
  }

  /** Reads. */
  public Answer get(String uri, String... headers) {
    return send("GET", uri, null, headers);
  }

  /** Sends Turtle. */
  public Answer post(String uri, String turtle, String... headers) {
    return send(
        "POST", uri, turtle.getBytes(StandardCharsets.UTF_8), with("Content-Type", headers));
  }

  /** Sends Turtle. */
  public Answer put(String uri, String turtle, String... headers) {
    return send("PUT", uri, turtle.getBytes(StandardCharsets.UTF_8), with("Content-Type", headers));
  }

  /** Deletes. */
  public Answer delete(String uri, String... headers) {
    return send("DELETE", uri, null, headers);
  }

  private static String[] with(String name, String... headers) {
    for (int i = 0; i < headers.length; i += 2) {
      if (headers[i].equals(name)) {
        return headers;
      }
    }
    List<String> all = new ArrayList<>(List.of(headers));
    all.addAll(List.of(name, TURTLE));
    return all.toArray(String[]::new);
  }

  /** Sends anything; null for no body. */
  public Answer send(String method, String uri, byte @Nullable [] body, String... headers) {
    return client.send(
        method,
        uri.startsWith("/") ? uri : uri.substring(baseUri.length()),
        body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body),
        headers);
  }
}

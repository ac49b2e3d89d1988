package org.reprise.oslcclient;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.apache.jena.rdf.model.Model;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFLanguages;
import org.apache.jena.riot.RDFParser;
import org.jspecify.annotations.Nullable;

/** Sends requests as a client of OSLC does, by URI or by path. */
public class OslcClient {
  /** W3C Turtle. */
  public static final String TURTLE = "text/turtle";

  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final HttpClient HTTP =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .build();

  private final String address;
  private final String baseUri;
  private final String authorization;

  /**
   * Makes one.
   *
   * @param address where the service listens, whatever its URIs begin with
   * @param baseUri what its URIs begin with
   * @param username empty, and the password too, for requests without credentials
   */
  public OslcClient(String address, String baseUri, String username, String password) {
    this.address = address;
    this.baseUri = baseUri;
    this.authorization =
        "Basic "
            + Base64.getEncoder()
                .encodeToString((username + ":" + password).getBytes(StandardCharsets.UTF_8));
  }

  /** An answer. */
  public record Answer(int status, HttpResponse<byte[]> http) {
    /** A header's value; empty where there is none. */
    public String header(String name) {
      return http.headers().firstValue(name).orElse("");
    }

    /** The entity tag as it came. */
    public String etag() {
      return header("ETag");
    }

    /** The URI of what was created. */
    public String location() {
      return header("Location");
    }

    /** The body as text. */
    public String body() {
      return new String(http.body(), StandardCharsets.UTF_8);
    }

    /** The body's format. */
    public String contentType() {
      String type = header("Content-Type");
      return type.contains(";") ? type.substring(0, type.indexOf(';')) : type;
    }

    /** What the body says. */
    public Model model() {
      Lang lang = RDFLanguages.contentTypeToLang(contentType());
      return RDFParser.source(new ByteArrayInputStream(http.body()))
          .base("http://no.base/")
          .lang(lang)
          .toModel();
    }

    @Override
    public String toString() {
      return status + " " + http.headers().map() + "\n" + body();
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
    String at = uri.startsWith("/") ? uri : uri.substring(baseUri.length());
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address + at))
            .timeout(LIMIT)
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofByteArray(body));
    if (!authorization.equals("Basic Og==")) {
      request.header("Authorization", authorization);
    }
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    try {
      HttpResponse<byte[]> answer =
          HTTP.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
      return new Answer(answer.statusCode(), answer);
    } catch (IOException e) {
      throw new IllegalStateException(method + " " + uri, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}

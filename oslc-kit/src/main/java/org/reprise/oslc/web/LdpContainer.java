package org.reprise.oslc.web;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.jena.graph.Node;
import org.reprise.oslc.rdf.RdfFormat;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.rdf.Vocabulary;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseEntity;

/**
 * Kinds of LDP containers and the headers of their answers (LDP 1.0): the kind in {@code Link} with
 * {@code rel="type"} (4.2.1.4, 5.2.1.4), and what POST takes in {@code Accept-Post} (5.2.3.14).
 */
public enum LdpContainer {
  /** Its members are the values of {@code ldp:contains}. */
  BASIC("BasicContainer"),
  /** It names the property whose values its members are. */
  DIRECT("DirectContainer");

  private static final String ACCEPT_POST = "Accept-Post";

  /** Media types of documents that POST takes. */
  public static final List<String> DOCUMENTS =
      Arrays.stream(RdfFormat.values()).map(format -> format.mediaType().toString()).toList();

  private final String name;

  LdpContainer(String name) {
    this.name = name;
  }

  /**
   * Returns the headers of answers to GET, HEAD and OPTIONS.
   *
   * @param posted the media types that POST takes; none where there is no POST
   */
  public HttpHeaders headers(List<String> posted) {
    HttpHeaders headers = new HttpHeaders();
    for (String type : List.of("Resource", name)) {
      headers.add(
          HttpHeaders.LINK, "<%s%s>; rel=\"type\"".formatted(Vocabulary.LDP.namespace(), type));
    }
    if (!posted.isEmpty()) {
      headers.set(ACCEPT_POST, String.join(", ", posted));
    }
    return headers;
  }

  /**
   * Answers OPTIONS.
   *
   * @param posted as for {@link #headers}
   * @param methods that are allowed beside GET, HEAD and OPTIONS, and POST where something can be
   *     posted
   */
  public ResponseEntity<Void> options(List<String> posted, HttpMethod... methods) {
    Set<HttpMethod> allowed =
        Stream.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    if (!posted.isEmpty()) {
      allowed.add(HttpMethod.POST);
    }
    allowed.addAll(List.of(methods));
    return ResponseEntity.ok()
        .headers(headers(posted))
        .allow(allowed.toArray(HttpMethod[]::new))
        .build();
  }

  /** Describes a direct container whose members are the values of one of its own properties. */
  public static void describeDirect(Statements statements, Node container, Node property) {
    statements
        .type(container, Vocabulary.LDP.term(DIRECT.name))
        .add(container, Vocabulary.LDP.term("membershipResource"), container)
        .add(container, Vocabulary.LDP.term("hasMemberRelation"), property);
  }
}

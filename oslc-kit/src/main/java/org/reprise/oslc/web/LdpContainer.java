package org.reprise.oslc.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongFunction;
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

  private static final int PAGE_SIZE = 1_000;

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
    List<HttpMethod> allowed =
        new ArrayList<>(List.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS));
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

  /** Finds the next ids after one, in their order. */
  @FunctionalInterface
  public interface Ids {
    List<Long> after(long id, int max);
  }

  /**
   * Answers with a page of a basic container, whose members are ordered by their ids.
   *
   * @param after the id that the page before ended with; 0 for the first page
   * @param member returns the URI of the member with an id
   * @param posted as for {@link #headers}
   */
  public static ResponseEntity<byte[]> page(
      HttpServletRequest request,
      String uri,
      long after,
      Ids ids,
      LongFunction<String> member,
      List<String> posted) {
    Node container = Statements.uri(uri);
    Statements statements =
        new Statements()
            .type(container, Vocabulary.LDP.term(BASIC.name))
            .type(container, Vocabulary.LDP.term("Container"));
    addPage(statements, uri, after, ids)
        .forEach(
            id -> statements.link(container, Vocabulary.LDP.term("contains"), member.apply(id)));
    return RdfAnswer.of(request, statements, BASIC.headers(posted));
  }

  /** Adds the description of a page and the link to the next one; returns the ids on the page. */
  public static List<Long> addPage(Statements statements, String uri, long after, Ids ids) {
    // One more id shows whether there is a next page.
    List<Long> found = ids.after(after, PAGE_SIZE + 1);
    List<Long> page = found.stream().limit(PAGE_SIZE).toList();
    Node info = Statements.uri(after == 0 ? uri : uri + "?after=" + after);
    statements.type(info, Vocabulary.OSLC.term("ResponseInfo"));
    if (found.size() > PAGE_SIZE) {
      statements.link(info, Vocabulary.OSLC.term("nextPage"), uri + "?after=" + page.getLast());
    }
    return page;
  }
}

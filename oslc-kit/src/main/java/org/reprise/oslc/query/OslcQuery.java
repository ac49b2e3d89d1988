package org.reprise.oslc.query;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.jena.graph.Node;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.rdf.Vocabulary;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.oslc.web.LdpContainer;
import org.reprise.oslc.web.QueryParameters;
import org.reprise.oslc.web.RdfAnswer;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;

/**
 * A request to a query capability (OSLC Query 3.0), which is answered in pages (OSLC Core 3.0).
 *
 * @param request with the parameters of the form, where it is one
 * @param pageUri of this page, without what the capability's URI begins with
 * @param start the number of the page's first result, from 0 on
 * @param pageSize the most results on the page
 */
public record OslcQuery(
    HttpServletRequest request,
    String pageUri,
    List<Term> where,
    List<String> searchTerms,
    List<QueryReader.Order> orderBy,
    SelectedProperties selected,
    long start,
    int pageSize) {
  /** The media type of a query that is too long for a URI, and is posted. */
  public static final String FORM = "application/x-www-form-urlencoded";

  private static final int USUAL_PAGE = 100;
  // With the other headers it must stay below the 8 KB that servers and proxies take.
  private static final int MAX_LINK = 6_000;
  private static final String PREFIX = "oslc.";
  private static final Set<String> SUPPORTED =
      Set.of(
          "oslc.where",
          "oslc.searchTerms",
          "oslc.select",
          "oslc.orderBy",
          "oslc.prefix",
          "oslc.paging",
          "oslc.pageSize");
  private static final Node MEMBER = Vocabulary.RDFS.term("member");

  public OslcQuery {
    where = List.copyOf(where);
    searchTerms = List.copyOf(searchTerms);
    orderBy = List.copyOf(orderBy);
  }

  /**
   * Reads a GET, or a POST of a form.
   *
   * @param nestable URIs of the properties that may have nested conditions
   * @param usual URIs of the properties of results where the query selects none
   * @param maxPage the most results on a page; 100 where the query does not say how many
   * @throws Refusal 400 where a parameter cannot be read or has different values, 413 for a form
   *     over 64 KB, 415 for a form that is no query, 501 for parameters of OSLC that are not
   *     supported
   */
  public static OslcQuery of(
      HttpServletRequest sent, Set<String> nestable, Set<String> usual, int maxPage)
      throws IOException {
    HttpServletRequest request = PostedQuery.of(sent);
    for (String name : Collections.list(request.getParameterNames())) {
      if (name.startsWith(PREFIX) && !SUPPORTED.contains(name)) {
        throw Refusal.notImplemented(
            "The parameter %s is not supported; these are: %s."
                .formatted(name, String.join(", ", SUPPORTED.stream().sorted().toList())));
      }
    }
    QueryReader reader =
        new QueryReader(Prefixes.of(QueryParameters.one(request, "oslc.prefix")), nestable);
    String query = sent.getQueryString() == null ? request.getQueryString() : sent.getQueryString();
    return new OslcQuery(
        request,
        query == null ? "" : "?" + query,
        reader.where(QueryParameters.one(request, "oslc.where")),
        reader.searchTerms(QueryParameters.one(request, "oslc.searchTerms")),
        reader.orderBy(QueryParameters.one(request, "oslc.orderBy")),
        SelectedProperties.of(reader.select(QueryParameters.one(request, "oslc.select")), usual),
        number(request, "start", 0, 0),
        (int) Math.min(maxPage, number(request, "oslc.pageSize", USUAL_PAGE, 1)));
  }

  private static long number(HttpServletRequest request, String name, long usual, long least) {
    String text = QueryParameters.one(request, name);
    if (text == null) {
      return usual;
    }
    try {
      long number = Long.parseLong(text);
      if (number >= least) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Refused below.
    }
    throw Refusal.invalid("%s must be a number from %d on, was '%s'.".formatted(name, least, text));
  }

  /**
   * Adds a definition of each prefix that queries know without {@code oslc.prefix} to the document
   * of a service provider (OSLC Core 3.0).
   */
  public static void addPrefixes(Statements statements, Node provider) {
    Vocabulary.byPrefix()
        .forEach((prefix, namespace) -> {
          Node definition = Statements.uri(provider.getURI() + "#prefix-" + prefix);
          statements
              .add(provider, Vocabulary.OSLC.term("prefixDefinition"), definition)
              .type(definition, Vocabulary.OSLC.term("PrefixDefinition"))
              .text(definition, Vocabulary.OSLC.term("prefix"), prefix)
              .link(definition, Vocabulary.OSLC.term("prefixBase"), namespace);
        });
  }

  /**
   * Answers with a page of results.
   *
   * @param capability its URI
   * @param posted the media types that its URI takes by POST
   * @param members URIs of the results on the page
   * @param total how many results there are on all pages
   * @param results what the answer says of them
   * @throws Refusal 404 where the page begins beyond the last result; 413 where there is a further
   *     page, and the query is too long for the link to it
   */
  public ResponseEntity<byte[]> answer(
      String capability,
      List<String> posted,
      List<String> members,
      long total,
      Statements results) {
    if (start > 0 && start >= total) {
      throw Refusal.notFound(
          "There is no result %d: there are %d, the first is 0.".formatted(start, total));
    }
    Node container = Statements.uri(capability);
    Statements statements = new Statements();
    LdpContainer.describeDirect(statements, container, MEMBER);
    members.forEach(member -> statements.link(container, MEMBER, member));
    Node info = Statements.uri(capability + pageUri);
    statements
        .type(info, Vocabulary.OSLC.term("ResponseInfo"))
        .number(info, Vocabulary.OSLC.term("totalCount"), total);
    long next = start + members.size();
    if (next < total) {
      statements.link(
          info, Vocabulary.OSLC.term("nextPage"), capability + "?" + others() + "start=" + next);
    }
    results.triples().forEach(statements::add);
    return RdfAnswer.of(request, statements, LdpContainer.DIRECT.headers(posted));
  }

  // As they came, in their encoding, each once: clients add parameters to the addresses of pages
  // that have them.
  private String others() {
    String query = request.getQueryString();
    String others =
        Arrays.stream(query == null ? new String[0] : query.split("&"))
            .filter(one -> !one.isEmpty() && !one.startsWith("start="))
            .distinct()
            .map(one -> one + "&")
            .collect(Collectors.joining());
    String link = others.length() > MAX_LINK ? PostedQuery.packed(others) + "&" : others;
    if (link.length() > MAX_LINK) {
      throw new Refusal(
          HttpStatus.CONTENT_TOO_LARGE,
          "The results fill several pages, and the query is too long for a link to the next one:"
              + " ask for fewer values at once.");
    }
    return link;
  }
}

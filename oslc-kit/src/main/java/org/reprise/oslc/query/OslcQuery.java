package org.reprise.oslc.query;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.jena.graph.Node;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.rdf.Vocabulary;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.oslc.web.LdpContainer;
import org.reprise.oslc.web.Permits;
import org.reprise.oslc.web.QueryParameters;
import org.reprise.oslc.web.RdfAnswer;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;

/**
 * A request to a query capability (OSLC Query 3.0), which is answered in pages (OSLC Core 3.0).
 *
 * @param parameters of the URI and the form, decoded
 * @param pageUri of this page, without what the capability's URI begins with
 * @param start the number of the page's first result, from 0 on
 * @param pageSize the most results on the page
 */
public record OslcQuery(
    MultiValueMap<String, String> parameters,
    String pageUri,
    List<Term> where,
    List<String> searchTerms,
    List<QueryReader.Order> orderBy,
    SelectedProperties selected,
    long start,
    int pageSize) {
  /** The media type of a query that is too long for a URI, and is posted. */
  public static final String FORM = "application/x-www-form-urlencoded";

  private static final int DEFAULT_PAGE_SIZE = 100;
  // With the other headers it must stay below the 8 KB that servers and proxies take.
  private static final int MAX_LINK = 6_000;
  private static final String PREFIX = "oslc.";

  /** The supported parameters of OSLC. */
  public static final Set<String> PARAMETERS =
      Set.of(
          "oslc.where",
          "oslc.searchTerms",
          "oslc.select",
          "oslc.orderBy",
          "oslc.prefix",
          "oslc.paging",
          "oslc.pageSize");

  // A page may have 4 million characters: in its rows, its statements and its document.
  private static final Permits PAGES = new Permits(6, "Other queries are being answered.");
  private static final Duration PAGE_TIMEOUT = Duration.ofSeconds(20);
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
   * @param defaults URIs of the properties of results if the query selects none
   * @param maxPage the most results on a page; 100 where the query does not say how many
   * @throws Refusal 400 if a parameter cannot be read or has different values, 413 for a form over
   *     64 KB, 415 for a form that is no query, 501 for parameters of OSLC that are not supported
   */
  public static OslcQuery of(
      HttpServletRequest request, Set<String> nestable, Set<String> defaults, int maxPage)
      throws IOException {
    MultiValueMap<String, String> parameters = PostedQuery.parameters(request);
    for (String name : parameters.keySet()) {
      if (name.startsWith(PREFIX) && !PARAMETERS.contains(name)) {
        throw Refusal.notImplemented(
            "The parameter %s is not supported; these are: %s."
                .formatted(name, String.join(", ", PARAMETERS.stream().sorted().toList())));
      }
    }
    QueryReader reader = new QueryReader(one(parameters, "oslc.prefix"), nestable);
    String query =
        request.getQueryString() == null
            ? PostedQuery.encode(parameters)
            : request.getQueryString();
    return new OslcQuery(
        parameters,
        query.isEmpty() ? "" : "?" + query,
        reader.where(one(parameters, "oslc.where")),
        reader.searchTerms(one(parameters, "oslc.searchTerms")),
        reader.orderBy(one(parameters, "oslc.orderBy")),
        new SelectedProperties(reader.select(one(parameters, "oslc.select"), defaults)),
        number(parameters, "start", 0, 0),
        (int) Math.min(maxPage, number(parameters, "oslc.pageSize", DEFAULT_PAGE_SIZE, 1)));
  }

  private static @Nullable String one(MultiValueMap<String, String> parameters, String name) {
    return QueryParameters.one(name, parameters.getOrDefault(name, List.of()));
  }

  private static long number(
      MultiValueMap<String, String> parameters, String name, long absent, long min) {
    String text = one(parameters, name);
    if (text == null) {
      return absent;
    }
    try {
      long number = Long.parseLong(text);
      if (number >= min) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Rejected below.
    }
    throw Refusal.invalid("%s must be a number from %d on, was '%s'.".formatted(name, min, text));
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
   * Finds and writes a page of results: up to six at once in this process.
   *
   * @throws Refusal 503 if others take longer than 20 s
   */
  public static <T> T bounded(Supplier<T> page) {
    return PAGES.with(1, PAGE_TIMEOUT, page);
  }

  /**
   * Answers with a page of results.
   *
   * @param capability its URI
   * @param posted the media types that its URI takes by POST
   * @param members URIs of the results on the page
   * @param total how many results there are on all pages
   * @param results what the answer says of them
   * @throws Refusal 404 if the page begins beyond the last result; 413 if there is a further page,
   *     and the query is too long for the link to it
   */
  public ResponseEntity<byte[]> answer(
      HttpServletRequest request,
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

  // Each once: clients add parameters to the addresses of pages that have them.
  private String others() {
    MultiValueMap<String, String> kept = new LinkedMultiValueMap<>(parameters);
    kept.remove("start");
    String others = kept.isEmpty() ? "" : PostedQuery.encode(kept) + "&";
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

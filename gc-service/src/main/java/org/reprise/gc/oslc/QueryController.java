package org.reprise.gc.oslc;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.jena.graph.Node;
import org.reprise.gc.component.Component;
import org.reprise.gc.component.ComponentDocuments;
import org.reprise.gc.configuration.ConfigurationDocuments;
import org.reprise.gc.configuration.DescribedResource;
import org.reprise.gc.configuration.GlobalConfiguration;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.gc.installation.Terms;
import org.reprise.oslc.query.OslcQuery;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.rdf.Vocabulary;
import org.reprise.oslc.web.LdpContainer;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;

/** The query capabilities (OSLC Query 3.0). */
@RestController
class QueryController {
  private static final String PATH = "/gc/oslc-query/{path:components|configurations}";
  private static final int MAX_PAGE = 200;
  private static final List<String> POSTED = List.of(OslcQuery.FORM);
  private static final Set<String> NESTABLE = Set.of(Terms.CONTRIBUTION.getURI());
  private static final Set<String> DEFAULT_PROPERTIES =
      Set.of(Vocabulary.TYPE.getURI(), Vocabulary.TITLE.getURI(), Terms.COMPONENT.getURI());

  private final QueryRows rows;
  private final ConfigurationDocuments documents;
  private final ComponentDocuments componentDocuments;
  private final ResourceUris uris;

  QueryController(
      QueryRows rows,
      ConfigurationDocuments documents,
      ComponentDocuments componentDocuments,
      ResourceUris uris) {
    this.rows = rows;
    this.documents = documents;
    this.componentDocuments = componentDocuments;
    this.uris = uris;
  }

  @GetMapping(PATH)
  ResponseEntity<byte[]> query(@PathVariable String path, HttpServletRequest request)
      throws IOException {
    QueriedType queried = QueriedType.valueOf(path.toUpperCase(Locale.ROOT));
    OslcQuery query = OslcQuery.of(request, NESTABLE, DEFAULT_PROPERTIES, MAX_PAGE);
    String capability = uris.base() + "/gc/oslc-query/" + path;
    return OslcQuery.bounded(() -> answer(request, capability, queried, query));
  }

  private ResponseEntity<byte[]> answer(
      HttpServletRequest request, String capability, QueriedType queried, OslcQuery query) {
    QueryRows.Page page = rows.find(queried, query);
    Statements results = new Statements();
    List<String> members = new ArrayList<>();
    for (DescribedResource one : page.resources()) {
      Statements document =
          switch (one) {
            case GlobalConfiguration configuration ->
                documents.configuration(configuration, List.of());
            default -> componentDocuments.component((Component) one);
          };
      Node node = document.triples().getFirst().getSubject();
      members.add(node.getURI());
      document.triples().stream()
          .filter(triple ->
              triple.getSubject().equals(node) && query.selected().has(triple.getPredicate()))
          .forEach(results::add);
    }
    page.contributions()
        .forEach((id, all) ->
            ConfigurationDocuments.addContributions(
                Statements.uri(uris.configuration(id)), all, results));
    return query.answer(request, capability, POSTED, members, page.total(), results);
  }

  /** The same for queries that are too long for a URI. */
  @PostMapping(path = PATH, consumes = OslcQuery.FORM)
  ResponseEntity<byte[]> posted(@PathVariable String path, HttpServletRequest request)
      throws IOException {
    return query(path, request);
  }

  @RequestMapping(path = PATH, method = RequestMethod.OPTIONS)
  ResponseEntity<Void> options() {
    return LdpContainer.DIRECT.options(POSTED);
  }
}

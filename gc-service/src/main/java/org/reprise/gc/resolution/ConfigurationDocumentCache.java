package org.reprise.gc.resolution;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.reprise.gc.configuration.ConfigurationDocuments;
import org.reprise.gc.configuration.Configurations;
import org.reprise.gc.configuration.Contribution;
import org.reprise.gc.configuration.Edges;
import org.reprise.gc.configuration.GlobalConfiguration;
import org.reprise.gc.configuration.Graph;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.gc.revision.Revisions;
import org.reprise.oslc.rdf.RdfFormat;
import org.reprise.oslc.rdf.RdfWriter;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.oslc.web.Permits;
import org.reprise.oslc.web.RdfAnswer;
import org.springframework.dao.DataAccessException;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.util.unit.DataSize;

/** Documents of configurations, written once for each revision and format. */
@Component
public final class ConfigurationDocumentCache {
  private static final long MAX_BYTES = DataSize.ofMegabytes(48).toBytes();
  private static final int BYTES_BESIDE_BODY = 200;
  // Two of the largest documents at once, whose statements take about 60 MB each, and small ones.
  private static final int MAX_ENTRIES = 2 * Graph.MAX_TREE_SIZE + Graph.MAX_TREE_SIZE / 2;

  private final Revisions revisions;
  // All statements of a transaction see one state.
  private final TransactionTemplate snapshot;
  private final Configurations configurations;
  private final ConfigurationDocuments documents;
  private final Edges edges;
  private final ResourceUris uris;
  private final RevisionCache<Key, Document> cache;
  private final Permits permits =
      new Permits(MAX_ENTRIES, "Other large configurations are being written.");

  ConfigurationDocumentCache(
      Revisions revisions,
      PlatformTransactionManager transactions,
      Configurations configurations,
      ConfigurationDocuments documents,
      Edges edges,
      ResourceUris uris) {
    this.revisions = revisions;
    this.snapshot = new TransactionTemplate(transactions);
    this.snapshot.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
    this.snapshot.setReadOnly(true);
    this.configurations = configurations;
    this.documents = documents;
    this.edges = edges;
    this.uris = uris;
    this.cache =
        new RevisionCache<>(
            MAX_BYTES, document -> document.body().length + BYTES_BESIDE_BODY, Document::revision);
  }

  @SuppressWarnings("ArrayRecordComponent") // nobody changes or compares them
  record Document(long revision, String etag, byte[] body) {}

  private record Key(long id, RdfFormat format) {}

  /**
   * The document of a configuration as it is now.
   *
   * @throws Refusal 404 if there is no such configuration
   */
  Document of(long id, RdfFormat format) {
    long revision = revisions.of(id).orElseThrow(() -> Graph.missing(id));
    return cache.get(new Key(id, format), revision, left -> make(id, format, left));
  }

  private record State(GlobalConfiguration configuration, Edges.Tree below) {}

  private Document make(long id, RdfFormat format, Duration left) {
    State state =
        Objects.requireNonNull(
            snapshot.execute(status -> new State(configurations.get(id), edges.tree(id))));
    String etag = RdfAnswer.etag(Long.toString(state.below().revision()), format);
    return permits.with(
        state.below().edges().size(),
        left,
        () ->
            new Document(
                state.below().revision(), etag, RdfWriter.write(statements(state), format)));
  }

  private Statements statements(State state) {
    List<Contribution> own =
        state.below().edges().stream()
            .filter(edge -> edge.from() == state.below().root())
            .map(Edges.Edge::contribution)
            .toList();
    Statements statements = documents.configuration(state.configuration(), own);
    ResolvedDocuments.add(Walk.of(state.below(), uris), uris, statements);
    return statements;
  }

  /**
   * Answers the request that has created a configuration: 201 with the document that a GET of it
   * answers, since both have one entity tag. Without a document where it cannot be written now: the
   * configuration was created all the same.
   */
  public ResponseEntity<byte[]> created(long id, HttpServletRequest request) {
    String uri = uris.configuration(id);
    RdfFormat format = RdfAnswer.formatOfStored(request);
    try {
      // From the cache: requests that wait for permits beside it would hold a tree each.
      Document document = of(id, format);
      return RdfAnswer.created(uri, format, document.etag(), document.body());
    } catch (Refusal | DataAccessException | TransactionException e) {
      return ResponseEntity.created(URI.create(uri)).build();
    }
  }
}

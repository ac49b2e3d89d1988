package org.reprise.gc.oslc;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.gc.installation.Terms;
import org.reprise.oslc.query.SqlConditions.Identifier;
import org.reprise.oslc.query.SqlConditions.Nested;
import org.reprise.oslc.query.SqlConditions.Property;
import org.reprise.oslc.query.SqlConditions.Reference;
import org.reprise.oslc.query.SqlConditions.Tags;
import org.reprise.oslc.query.SqlConditions.Text;
import org.reprise.oslc.query.SqlConditions.Time;
import org.reprise.oslc.query.SqlConditions.Uris;
import org.reprise.oslc.rdf.Vocabulary;

/** A type of resource that can be queried for. */
enum QueriedType {
  COMPONENTS("component"),
  CONFIGURATIONS("configuration");

  private static final String CONTRIBUTIONS =
      "select from contribution k where k.configuration = r.id";

  private final String table;

  QueriedType(String table) {
    this.table = table;
  }

  /** Returns the table, which is called {@code r} in the conditions. */
  String table() {
    return table;
  }

  Map<String, Property> properties(ResourceUris uris) {
    Map<String, Property> own =
        this == COMPONENTS
            ? Map.of(
                Vocabulary.TYPE.getURI(),
                new Uris(
                    "'%sComponent' = any (?::text[])"
                        .formatted(Vocabulary.OSLC_CONFIG.namespace())))
            : configurationProperties(uris);
    Map<String, Property> all = new HashMap<>(own);
    all.put(Vocabulary.TITLE.getURI(), new Text("r.title"));
    all.put(Terms.DESCRIPTION.getURI(), new Text("r.description"));
    all.put(Terms.IDENTIFIER.getURI(), new Identifier("r.id"));
    all.put(Terms.SUBJECT.getURI(), new Tags("r.subjects"));
    all.put(Terms.CREATED.getURI(), new Time("r.created"));
    all.put(Terms.MODIFIED.getURI(), new Time("r.modified"));
    return Map.copyOf(all);
  }

  private static Map<String, Property> configurationProperties(ResourceUris uris) {
    String config = Vocabulary.OSLC_CONFIG.namespace();
    Reference contributed = new Reference("k.global", uris::configurationId);
    return Map.of(
        Vocabulary.TYPE.getURI(),
        // Each is a configuration, too.
        new Uris(
            "array['%1$sConfiguration', '%1$s' || initcap(r.kind)] && ?::text[]".formatted(config)),
        Terms.COMPONENT.getURI(),
        new Reference("r.component", uris::componentId),
        Terms.BASELINE_OF_STREAM.getURI(),
        new Reference("r.baseline_of_stream", uris::configurationId),
        Terms.PREVIOUS_BASELINE.getURI(),
        new Reference("r.previous_baseline", uris::configurationId),
        Terms.CONTRIBUTION.getURI(),
        new Nested(
            CONTRIBUTIONS,
            Map.of(
                Terms.CONTRIBUTED.getURI(),
                // Of this server, or of another one; without a join, for which no index is used.
                new Uris(
                    """
                    (k.global = any (?::bigint[]) or k.local = any (array(
                      select l.id from local_configuration l where l.uri = any (?::text[]))))\
                    """,
                    named ->
                        List.of(
                            named.stream().map(contributed::idOrNone).toArray(Long[]::new),
                            named.toArray(String[]::new))),
                Terms.CONTRIBUTION_ORDER.getURI(),
                new Text("k.position"))));
  }
}

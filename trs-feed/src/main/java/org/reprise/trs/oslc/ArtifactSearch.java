package org.reprise.trs.oslc;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.query.OslcQuery;
import org.reprise.oslc.query.SqlConditions;
import org.reprise.oslc.rdf.Vocabulary;
import org.reprise.trs.application.Application;
import org.reprise.trs.artifact.ArtifactDocuments;
import org.reprise.trs.artifact.ArtifactRows;
import org.reprise.trs.artifact.Shape;
import org.reprise.trs.configuration.LocalConfiguration;

/** Finds artifacts of a project area. */
final class ArtifactSearch {
  private final ArtifactRows rows;

  ArtifactSearch(ArtifactRows rows) {
    this.rows = rows;
  }

  /**
   * Finds one page.
   *
   * @param stream whose versions; null where the application has none
   */
  ArtifactRows.ResultPage find(
      Application application, int project, @Nullable LocalConfiguration stream, OslcQuery query) {
    SqlConditions conditions = new SqlConditions(properties(Shape.of(application)));
    return rows.find(
        application,
        project,
        stream,
        conditions.of(query, "v.title", "v.description"),
        conditions.parameters(),
        conditions.order(query, "a.id"),
        query.start(),
        query.pageSize());
  }

  private static Map<String, SqlConditions.Property> properties(Shape shape) {
    Map<String, SqlConditions.Property> all = new HashMap<>();
    all.put(Vocabulary.TITLE.getURI(), new SqlConditions.Text("v.title"));
    all.put(ArtifactDocuments.DESCRIPTION.getURI(), new SqlConditions.Text("v.description"));
    all.put(ArtifactDocuments.IDENTIFIER.getURI(), new SqlConditions.Identifier("a.id"));
    all.put(ArtifactDocuments.SUBJECT.getURI(), new SqlConditions.Tags("v.subjects"));
    all.put(ArtifactDocuments.CREATED.getURI(), new SqlConditions.Time("a.created"));
    all.put(ArtifactDocuments.MODIFIED.getURI(), new SqlConditions.Time("v.modified"));
    all.put(
        Vocabulary.TYPE.getURI(),
        new SqlConditions.Uris("'%s' = any (?::text[])".formatted(shape.type().getURI())));
    shape
        .links()
        .forEach(link ->
            all.put(
                link,
                new SqlConditions.Uris(
                    """
                    exists (
                      select from link l
                      where l.application = v.application and l.version = v.id
                        and l.predicate = '%s' and l.target = any (?::text[]))\
                    """
                        .formatted(link))));
    return all;
  }
}

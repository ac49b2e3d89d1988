package org.reprise.gc.commit;

import org.apache.jena.graph.Node;
import org.reprise.gc.configuration.ConfigurationDocuments;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.gc.installation.Terms;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.rdf.Vocabulary;

/** Writes activities as RDF (OSLC Configuration Management 1.1, "Activity"). */
final class ActivityDocuments {
  private ActivityDocuments() {}

  static Statements of(Activity activity, ResourceUris uris) {
    Node node = Statements.uri(uris.activity(activity.id()));
    String state = activity.isEnded() ? "complete" : "inProgress";
    String verdict =
        switch (activity.state()) {
          case IN_PROGRESS -> "unavailable";
          case COMPLETE -> "passed";
          case FAILED -> "error";
        };
    Statements statements =
        new Statements()
            .type(node, Vocabulary.OSLC_CONFIG.term("Activity"))
            .xml(node, Vocabulary.TITLE, "Create a baseline of configuration " + activity.stream())
            .add(node, Vocabulary.OSLC_AUTO.term("state"), Vocabulary.OSLC_AUTO.term(state))
            .add(node, Vocabulary.OSLC_AUTO.term("verdict"), Vocabulary.OSLC_AUTO.term(verdict))
            .xml(node, Vocabulary.OSLC_CONFIG.term("progressMessage"), activity.message())
            .time(node, Terms.CREATED, activity.created())
            .time(node, Terms.MODIFIED, activity.modified());
    ConfigurationDocuments.addCreator(node, activity.creator(), statements);
    if (activity.baseline() != null) {
      statements.link(node, Terms.REFERENCES, uris.configuration(activity.baseline()));
    }
    if (activity.state() == Activity.State.FAILED) {
      Node error = Statements.uri(node.getURI() + "#error");
      statements
          .add(node, Vocabulary.OSLC.term("error"), error)
          .type(error, Vocabulary.OSLC.term("Error"))
          .text(error, Vocabulary.OSLC.term("statusCode"), Integer.toString(activity.status()))
          .text(error, Vocabulary.OSLC.term("message"), activity.message());
    }
    return statements;
  }
}

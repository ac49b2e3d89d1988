package org.reprise.gc.installation;

import org.apache.jena.graph.Node;
import org.reprise.oslc.rdf.Vocabulary;

/** The classes and properties that several kinds of documents have. */
public final class Terms {
  public static final Node CREATED = Vocabulary.DCTERMS.term("created");
  public static final Node DESCRIPTION = Vocabulary.DCTERMS.term("description");
  public static final Node IDENTIFIER = Vocabulary.DCTERMS.term("identifier");
  public static final Node MODIFIED = Vocabulary.DCTERMS.term("modified");
  public static final Node REFERENCES = Vocabulary.DCTERMS.term("references");
  public static final Node SUBJECT = Vocabulary.DCTERMS.term("subject");
  public static final Node ARCHIVED = Vocabulary.OSLC.term("archived");
  public static final Node INSTANCE_SHAPE = Vocabulary.OSLC.term("instanceShape");
  public static final Node CONTAINS = Vocabulary.LDP.term("contains");
  public static final Node RESOLVES_TO = Vocabulary.GC.term("resolvesTo");

  public static final Node BASELINE = Vocabulary.OSLC_CONFIG.term("Baseline");
  public static final Node CONFIGURATION = Vocabulary.OSLC_CONFIG.term("Configuration");
  public static final Node STREAM = Vocabulary.OSLC_CONFIG.term("Stream");
  public static final Node ACCEPTED_BY = Vocabulary.OSLC_CONFIG.term("acceptedBy");
  public static final Node ACCEPTS = Vocabulary.OSLC_CONFIG.term("accepts");
  public static final Node BASELINE_OF_STREAM = Vocabulary.OSLC_CONFIG.term("baselineOfStream");
  public static final Node BASELINES = Vocabulary.OSLC_CONFIG.term("baselines");
  public static final Node BRANCH = Vocabulary.OSLC_CONFIG.term("branch");
  public static final Node COMPONENT = Vocabulary.OSLC_CONFIG.term("component");
  public static final Node CONFIGURATIONS = Vocabulary.OSLC_CONFIG.term("configurations");

  /** {@code oslc_config:configuration}: what a contribution contributes. */
  public static final Node CONTRIBUTED = Vocabulary.OSLC_CONFIG.term("configuration");

  public static final Node CONTRIBUTION = Vocabulary.OSLC_CONFIG.term("contribution");
  public static final Node CONTRIBUTION_ORDER = Vocabulary.OSLC_CONFIG.term("contributionOrder");
  public static final Node OVERRIDES = Vocabulary.OSLC_CONFIG.term("overrides");
  public static final Node PREVIOUS_BASELINE = Vocabulary.OSLC_CONFIG.term("previousBaseline");
  public static final Node SELECTIONS = Vocabulary.OSLC_CONFIG.term("selections");
  public static final Node STREAMS = Vocabulary.OSLC_CONFIG.term("streams");

  private Terms() {}
}

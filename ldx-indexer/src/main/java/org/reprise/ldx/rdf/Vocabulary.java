package org.reprise.ldx.rdf;

/** Names of the vocabularies that are read and written. */
public final class Vocabulary {
  /** Tracked resource sets, 2.0 and 3.0. */
  public static final String TRS = "http://open-services.net/ns/core/trs#";

  public static final String LDP = "http://www.w3.org/ns/ldp#";

  public static final String RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

  public static final String RDFS = "http://www.w3.org/2000/01/rdf-schema#";

  public static final String DCTERMS = "http://purl.org/dc/terms/";

  public static final String OSLC = "http://open-services.net/ns/core#";

  public static final String CONFIG = "http://open-services.net/ns/config#";

  /** Link Discovery Management 1.0. */
  public static final String LDM = "http://open-services.net/ns/ldm#";

  /** The same as the examples of its specification write it. */
  public static final String LDM_OF_EXAMPLES = "http://open-services/net/ns/ldm#";

  /** The end of a list, of pages, of a log; and the cutoff of a base that lacks nothing. */
  public static final String NIL = RDF + "nil";

  public static final String TYPE = RDF + "type";

  public static final String TITLE = DCTERMS + "title";

  private Vocabulary() {}
}

package org.reprise.oslc.rdf;

import static java.util.stream.Collectors.toMap;

import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;

/** The vocabularies that documents of the services use, by their usual prefixes. */
public enum Vocabulary {
  RDF("http://www.w3.org/1999/02/22-rdf-syntax-ns#"),
  RDFS("http://www.w3.org/2000/01/rdf-schema#"),
  XSD("http://www.w3.org/2001/XMLSchema#"),
  DCTERMS("http://purl.org/dc/terms/"),
  LDP("http://www.w3.org/ns/ldp#"),
  OSLC("http://open-services.net/ns/core#"),
  OSLC_CM("http://open-services.net/ns/cm#"),
  OSLC_QM("http://open-services.net/ns/qm#"),
  OSLC_RM("http://open-services.net/ns/rm#"),
  OSLC_LDM("http://open-services.net/ns/ldm#"),
  OSLC_CONFIG("http://open-services.net/ns/config#"),
  OSLC_AUTO("http://open-services.net/ns/auto#"),
  PROV("http://www.w3.org/ns/prov#"),
  FOAF("http://xmlns.com/foaf/0.1/"),
  /** Terms of gc-service beyond OSLC, which docs/gc-service.md lists. */
  GC("urn:reprise:gc#"),
  TRS("http://open-services.net/ns/core/trs#");
  public static final Node TYPE = RDF.term("type");
  public static final Node NIL = RDF.term("nil");
  public static final Node TITLE = DCTERMS.term("title");

  private static final Map<String, String> PREFIXES =
      Arrays.stream(values())
          .collect(
              toMap(Vocabulary::prefix, Vocabulary::namespace, (one, same) -> one, TreeMap::new));

  private final String namespace;

  Vocabulary(String namespace) {
    this.namespace = namespace;
  }

  /** Returns the usual prefix, without a colon. */
  public String prefix() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }

  public String namespace() {
    return namespace;
  }

  public Node term(String name) {
    return NodeFactory.createURI(namespace + name);
  }

  public static Map<String, String> byPrefix() {
    return Collections.unmodifiableMap(PREFIXES);
  }
}

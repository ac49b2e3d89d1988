package org.reprise.gc.configuration;

import org.reprise.oslc.rdf.RdfFormat;

/** Documents of configurations with all that they resolve to, as GET answers them. */
@FunctionalInterface
public interface FullDocuments {
  byte[] of(long id, RdfFormat format);
}

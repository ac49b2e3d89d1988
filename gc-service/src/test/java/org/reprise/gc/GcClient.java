package org.reprise.gc;

import org.reprise.oslcclient.OslcClient;

/** Sends requests to gc-service. */
public final class GcClient extends OslcClient {
  GcClient(String address, String baseUri, String username, String password) {
    super(address, baseUri, username, password);
  }
}

package org.reprise.load.cps;

import java.io.IOException;
import java.net.URI;
import org.reprise.load.chaos.AcknowledgedWrites;
import org.reprise.load.deploy.Credentials;

/** Anchors, each with the report's tree. */
final class AnchorWrites implements AcknowledgedWrites {
  private final CpsRest rest;
  private final String prefix = CpsFlow.newAnchorPrefix();
  private final Object whole;

  AnchorWrites(URI base, Credentials credentials) throws IOException, InterruptedException {
    rest = new CpsRest(base, credentials);
    rest.prepare();
    whole = rest.tree(write(0), "v2");
  }

  @Override
  public String write(int number) throws IOException, InterruptedException {
    var anchor = prefix + number;
    rest.perform(CpsOperation.CREATE_ANCHOR, anchor);
    rest.perform(CpsOperation.CREATE_NODE, anchor);
    return anchor;
  }

  @Override
  public void require(String anchor) throws IOException, InterruptedException {
    if (!rest.tree(anchor, "v2").equals(whole)) {
      throw new IOException("its tree is another one");
    }
  }

  @Override
  public void close() {
    rest.close();
  }
}

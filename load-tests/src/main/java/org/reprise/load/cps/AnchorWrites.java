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
    whole = tree(write(0));
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
    if (!tree(anchor).equals(whole)) {
      throw new IOException("its tree is another one");
    }
  }

  private Object tree(String anchor) throws IOException, InterruptedException {
    return rest.tree(anchor, "v2");
  }

  @Override
  public void close() {
    rest.close();
  }
}

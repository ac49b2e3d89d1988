package org.reprise.lyopeer;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import javax.ws.rs.client.ClientBuilder;
import org.apache.jena.rdf.model.Model;
import org.eclipse.lyo.client.OslcClient;
import org.eclipse.lyo.trs.client.handlers.IProviderEventHandler;
import org.eclipse.lyo.trs.client.handlers.TrsProviderHandler;
import org.eclipse.lyo.trs.client.model.BaseMember;
import org.eclipse.lyo.trs.client.model.ChangeEventMessageTR;
import org.eclipse.lyo.trs.client.util.TrackedResourceClient;
import org.glassfish.jersey.client.authentication.HttpAuthenticationFeature;

/**
 * Reads a feed by Lyo's client each time a line comes in, and prints what it was told, a line each:
 * {@code member URI STATEMENTS}, {@code TYPE URI ORDER STATEMENTS} for an event, {@code rebase},
 * and {@code end} when it has ended.
 *
 * <p>Arguments: the URI of the tracked resource set. The user and the password come in by the
 * environment, as {@code LYO_USERNAME} and {@code LYO_PASSWORD}.
 */
final class ReadFeed {
  private ReadFeed() {}

  public static void main(String[] arguments) throws IOException {
    TrsProviderHandler feed =
        new TrsProviderHandler(
            URI.create(arguments[0]), new TrackedResourceClient(client()), new Printer());
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    while (lines.readLine() != null) {
      feed.update();
      System.out.println("end");
    }
  }

  /** Lyo's client with the credentials from the environment. */
  static OslcClient client() {
    return new OslcClient(
        ClientBuilder.newBuilder()
            .register(
                HttpAuthenticationFeature.basic(
                    System.getenv("LYO_USERNAME"), System.getenv("LYO_PASSWORD"))));
  }

  private static final class Printer implements IProviderEventHandler {
    @Override
    public void finishCycle() {}

    @Override
    public void handleBaseMember(BaseMember member) {
      System.out.println("member " + member.getUri() + " " + statements(member.getModel()));
    }

    @Override
    public void handleChangeEvent(ChangeEventMessageTR message) {
      System.out.println(
          message.getChangeEvent().getClass().getSimpleName()
              + " "
              + message.getChangeEvent().getChanged()
              + " "
              + message.getChangeEvent().getOrder()
              + " "
              + statements(message.getTrackedResourceModel()));
    }

    @Override
    public void rebase() {
      System.out.println("rebase");
    }

    /** A deleted resource has none. */
    private static long statements(Model model) {
      return model == null ? 0 : model.size();
    }
  }
}

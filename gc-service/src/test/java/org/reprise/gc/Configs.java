package org.reprise.gc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.apache.jena.rdf.model.Model;
import org.reprise.oslcclient.Documents;

/** Makes components and configurations by HTTP, as clients do, and reads what they say. */
public final class Configs {
  /** The namespace of configuration management. */
  public static final String CONFIG = "http://open-services.net/ns/config#";

  /** The namespace of what the service says beyond OSLC. */
  public static final String GC = "urn:reprise:gc#";

  /** Prefixes of documents that are sent. */
  public static final String PREFIXES =
      """
      @prefix dcterms: <http://purl.org/dc/terms/> .
      @prefix oslc: <http://open-services.net/ns/core#> .
      @prefix oslc_config: <http://open-services.net/ns/config#> .
      """;

  private final GcServer server;
  private final GcClient client;

  /** On a server. */
  public Configs(GcServer server) {
    this.server = server;
    this.client = server.client();
  }

  /**
   * A contribution that is sent.
   *
   * @param slug of its URI; empty for a blank node
   */
  public record Sent(String slug, String target, String order, String overrides) {
    /** One without a URI. */
    public static Sent of(String target, String order) {
      return new Sent("", target, order, "");
    }
  }

  /** A new component's URI. */
  public String component(String title) {
    GcClient.Answer created =
        client.post(
            "/gc/component",
            PREFIXES + "<> a oslc_config:Component ; dcterms:title \"" + title + "\" .");
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    return created.location();
  }

  /** The URI of a component's first baseline. */
  public String initialBaseline(String component) {
    return Documents.values(
            client.get(component + "/configurations").model(),
            component + "/configurations",
            "http://www.w3.org/ns/ldp#contains")
        .stream()
        .min(Comparator.comparingLong(one -> Long.parseLong(one.replaceAll(".*/", ""))))
        .orElseThrow();
  }

  /** The URI of a new stream from a baseline. */
  public String streamFrom(String baseline) {
    GcClient.Answer created =
        client.send("POST", baseline + "/streams", new byte[0], "Content-Type", "text/turtle");
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    return created.location();
  }

  /** The URI of a new stream of a new component. */
  public String stream(String title) {
    return streamFrom(initialBaseline(component(title)));
  }

  /** A document of a stream with a title and contributions. */
  public static String document(String title, Collection<Sent> contributions) {
    StringBuilder text =
        new StringBuilder(PREFIXES).append("<> dcterms:title \"").append(title).append("\" .\n");
    int number = 0;
    for (Sent one : contributions) {
      number++;
      String node = one.slug().isEmpty() ? "_:b" + number : "<#" + one.slug() + ">";
      text.append("<> oslc_config:contribution ").append(node).append(" .\n");
      text.append(node)
          .append(" oslc_config:configuration <")
          .append(one.target())
          .append("> ; oslc_config:contributionOrder \"")
          .append(one.order())
          .append('"');
      if (!one.overrides().isEmpty()) {
        text.append(" ; oslc_config:overrides <").append(one.overrides()).append('>');
      }
      text.append(" .\n");
    }
    return text.toString();
  }

  /** Puts contributions in the place of all that a stream has; the answer. */
  public GcClient.Answer put(String stream, Collection<Sent> contributions, String ifMatch) {
    return client.put(stream, document("Stream", contributions), "If-Match", ifMatch);
  }

  /** The same for whatever state, which must succeed. */
  public void contribute(String stream, Sent... contributions) {
    GcClient.Answer saved = put(stream, List.of(contributions), "*");
    assertThat(saved.status()).as(saved.toString()).isEqualTo(200);
  }

  /** The same with orders 001, 002, and so on. */
  public void contribute(String stream, List<String> targets) {
    List<Sent> all = new ArrayList<>();
    for (String target : targets) {
      all.add(Sent.of(target, "%05d".formatted(all.size() + 1)));
    }
    contribute(stream, all.toArray(Sent[]::new));
  }

  /** What a stream was committed to, which must succeed at once. */
  public String commit(String stream) {
    GcClient.Answer created =
        client.send("POST", stream + "/baselines", new byte[0], "Content-Type", "text/turtle");
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    return created.location();
  }

  /** What a configuration resolves to, in order, the root first. */
  public List<String> resolved(String configuration) {
    return resolved(configuration, "configuration");
  }

  /** The components of what a configuration resolves to, in order, the root's first. */
  public List<String> resolvedComponents(String configuration) {
    return resolved(configuration, "component");
  }

  private List<String> resolved(String configuration, String property) {
    Model model = client.get(configuration).model();
    return Documents.values(model, configuration, GC + "resolvesTo").stream()
        .sorted((one, other) -> Integer.compare(position(model, one), position(model, other)))
        .map(entry ->
            Documents.values(model, entry, CONFIG + property).getFirst() + flags(model, entry))
        .toList();
  }

  private static String flags(Model model, String entry) {
    return (Documents.values(model, entry, GC + "skew").isEmpty() ? "" : " skew")
        + (Documents.values(model, entry, GC + "overridden").isEmpty() ? "" : " overridden");
  }

  private static int position(Model model, String entry) {
    return Integer.parseInt(Documents.values(model, entry, GC + "position").getFirst());
  }

  /** What contributes to a configuration. */
  public List<String> contributed(String configuration) {
    Model model = client.get(configuration).model();
    return Documents.values(model, configuration, CONFIG + "contribution").stream()
        .map(one -> Documents.values(model, one, CONFIG + "configuration").getFirst())
        .toList();
  }

  /** The one value of a property of a configuration. */
  public String value(String configuration, String property) {
    List<String> values =
        Documents.values(client.get(configuration).model(), configuration, property);
    assertThat(values).as(property).hasSize(1);
    return values.getFirst();
  }

  /** How many rows there are of what a failed request could have stored. */
  public long rows() {
    return server.count(
        "select (select count(*) from component) + (select count(*) from configuration)"
            + " + (select count(*) from contribution) + (select count(*) from change)"
            + " + (select count(*) from event)"
            + " + (select coalesce(sum(revision % 1000000), 0) from configuration)");
  }
}

package org.reprise.gc.web;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.configuration.Contribution;
import org.reprise.gc.configuration.GlobalConfiguration;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.gc.search.Found;
import org.reprise.gc.search.Search;
import org.reprise.gc.search.Sought;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.stereotype.Component;

/**
 * The form by which a contribution is added or replaced: one form with a search in it, so that a
 * search loses nothing that was typed.
 */
@Component
class ContributionForm {
  private static final int MOST_CHOICES = 25;
  private static final Pattern BEHIND_PATH = Pattern.compile("[/?#].*");

  private final Names names;
  private final Alternatives alternatives;
  private final Search search;
  private final ResourceUris uris;

  ContributionForm(Names names, Alternatives alternatives, Search search, ResourceUris uris) {
    this.names = names;
    this.alternatives = alternatives;
    this.search = search;
    this.uris = uris;
  }

  /**
   * What the form holds.
   *
   * @param q what titles are searched for
   * @param target the URI that is chosen in the list; blank for none
   * @param uri one that is typed; blank for none
   * @param order {@code oslc_config:contributionOrder}
   */
  record Filled(String q, String target, String uri, String order) {
    // The mapper of forms gives null where a field is absent.
    Filled(
        @Nullable String q, @Nullable String target, @Nullable String uri, @Nullable String order) {
      this.q = Objects.requireNonNullElse(q, "");
      this.target = Objects.requireNonNullElse(target, "");
      this.uri = Objects.requireNonNullElse(uri, "").strip();
      this.order = Objects.requireNonNullElse(order, "").strip();
    }

    /**
     * Whether only a search is asked for: by its button, or by the Enter key where a text is to be
     * found and nothing new is chosen.
     *
     * @param action of the button; blank where a key was pressed
     * @param present the URI that contributes now; blank for none
     */
    boolean isSearch(String action, String present) {
      return action.equals("find")
          || action.isEmpty()
              && !q.isBlank()
              && uri.isEmpty()
              && (target.isBlank() || target.equals(present));
    }

    /**
     * The URI that is meant: one that is typed wins. A page's address, as people copy it with what
     * stands behind it, stands for the configuration that the page shows.
     */
    String chosen(ResourceUris uris) {
      String chosen = uri.isEmpty() ? target : uri;
      if (chosen.isBlank()) {
        throw Refusal.invalid("Choose a configuration, or name one by its URI.");
      }
      String pages = uris.base() + Layout.CONFIGURATIONS + "/";
      return chosen.startsWith(pages)
          ? uris.base()
              + "/gc/configuration/"
              + BEHIND_PATH.matcher(chosen.substring(pages.length())).replaceFirst("")
          : chosen;
    }
  }

  String addition(
      GlobalConfiguration stream, Filled filled, @Nullable String failure, CsrfToken token) {
    String address = Layout.CONFIGURATIONS + "/" + stream.id();
    Html html = begin(stream, "Add a contribution", failure);
    Layout.form(html, address + "/contributions", "column", token);
    Layout.hidden(html, "revision", stream.revision());
    body(html, stream, filled, List.of());
    end(html, address, "Add");
    return Layout.end(html);
  }

  String replacement(
      GlobalConfiguration stream,
      Contribution contribution,
      Filled filled,
      @Nullable String failure,
      CsrfToken token) {
    String address = Layout.CONFIGURATIONS + "/" + stream.id();
    Html html = begin(stream, "Replace a contribution", failure);
    String present = contribution.target().uri();
    Names.Name name = names.of(List.of(present)).get(present);
    html.add("<p class=\"lead\">Now: <strong>%s</strong>", name == null ? present : name.title());
    html.add(" <span class=\"uri\">%s</span></p>", present);
    Layout.form(
        html, address + "/contribution/" + Layout.encode(contribution.slug()), "column", token);
    Layout.hidden(html, "revision", stream.revision());
    Alternatives.Offered offered = alternatives.of(contribution, filled.q());
    if (offered.note() != null) {
      html.add("<p class=\"warning\" role=\"status\">%s</p>", offered.note());
    }
    body(
        html,
        stream,
        filled,
        offered.names().stream()
            .filter(one -> one.isBaseline() || !stream.isStaging() || one.uri().equals(present))
            .limit(MOST_CHOICES)
            .toList());
    end(html, address, "Replace");
    return Layout.end(html);
  }

  private static Html begin(GlobalConfiguration stream, String title, @Nullable String failure) {
    Html html = Layout.begin(title + " – " + stream.title());
    html.add(
        "<p class=\"path\"><a href=\"%s/%s\">%s</a></p><h1>%s</h1>",
        Layout.CONFIGURATIONS, stream.id(), stream.title(), title);
    Layout.failure(html, failure);
    if (stream.isStaging()) {
      html.raw("<p class=\"notice\">This staging stream accepts baselines only.</p>");
    }
    return html;
  }

  private void body(
      Html html, GlobalConfiguration stream, Filled filled, List<Names.Name> alternatives) {
    List<Names.Name> choices = new ArrayList<>(alternatives);
    found(filled.q(), stream.isStaging()).stream()
        .filter(one -> choices.stream().noneMatch(known -> known.uri().equals(one.uri())))
        .forEach(choices::add);
    keepChosen(filled.target(), choices);
    // The Enter key presses the first button of a form; see Filled.isSearch.
    html.raw("<button class=\"seen-only-by-readers\" tabindex=\"-1\" aria-hidden=\"true\">");
    html.raw("Go on</button>");
    html.raw("<fieldset><legend>What contributes</legend>");
    if (choices.isEmpty()) {
      html.raw("<p class=\"hint\">Search for a stream or baseline by its title.</p>");
    }
    for (Names.Name choice : choices) {
      choice(html, choice, choice.uri().equals(filled.target()));
    }
    html.raw("<div class=\"actions\">");
    Layout.field(html, "Find others by title", "q", filled.q(), "maxlength=\"200\"");
    html.raw("<button name=\"action\" value=\"find\">Find</button></div></fieldset>");
    html.add(
        "<label>Or its URI <span class=\"hint\">of a configuration here or in an application; it"
            + " wins over the list</span><input type=\"text\" inputmode=\"url\" name=\"uri\""
            + " maxlength=\"2000\" value=\"%s\"></label>",
        filled.uri());
    html.add(
        "<label>Order <span class=\"hint\">contributions are sorted by this; of two for one"
            + " component the first is used</span><input type=\"text\" name=\"order\""
            + " maxlength=\"256\" value=\"%s\"></label>",
        filled.order());
  }

  // What was chosen stays in the list, whatever was searched for since.
  private void keepChosen(String chosen, List<Names.Name> choices) {
    if (chosen.isBlank() || choices.stream().anyMatch(one -> one.uri().equals(chosen))) {
      return;
    }
    Map<String, Names.Name> known = names.of(List.of(chosen));
    Names.Name name = known.get(chosen);
    if (name != null) {
      choices.addFirst(name);
    }
  }

  private List<Names.Name> found(String text, boolean isStaging) {
    List<Names.Name> all = new ArrayList<>();
    if (text.isBlank()) {
      return all;
    }
    List<Sought> kinds =
        isStaging ? List.of(Sought.BASELINE) : List.of(Sought.STREAM, Sought.BASELINE);
    for (Sought kind : kinds) {
      for (Found.Hit hit : search.find(text, kind, 1).hits()) {
        Found.Owner owner = hit.component();
        all.add(
            new Names.Name(
                uris.configuration(hit.id()),
                hit.title(),
                kind == Sought.BASELINE,
                owner == null ? null : owner.title()));
      }
    }
    return all;
  }

  private static void choice(Html html, Names.Name choice, boolean isChosen) {
    html.raw("<label class=\"choice\"><input type=\"radio\" name=\"target\"");
    html.add(" value=\"%s\"", choice.uri()).raw(isChosen ? " checked>" : ">");
    html.add("<span>%s", choice.title());
    Layout.badge(html, choice.isBaseline() ? "baseline" : "stream", choice.kind());
    String where = choice.component() == null ? choice.uri() : choice.component();
    if (!where.isEmpty()) {
      html.add("<small>%s</small>", where);
    }
    html.raw("</span></label>");
  }

  private static void end(Html html, String address, String label) {
    html.raw("<div class=\"actions\"><button class=\"main\" name=\"action\" value=\"save\">");
    html.add("%s</button>", label);
    html.add("<a class=\"button\" href=\"%s\">Cancel</a></div></form>", address);
  }
}

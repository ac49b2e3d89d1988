package org.reprise.gc.web;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.configuration.Contribution;
import org.reprise.gc.configuration.GlobalConfiguration;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.gc.search.ResultPage;
import org.reprise.gc.search.ResultType;
import org.reprise.gc.search.Search;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.ModelAndView;

/**
 * The form that adds or replaces a contribution: one form with a search in it, so that a search
 * loses nothing that was typed.
 */
@Component
class ContributionForm {
  private static final int MAX_ALTERNATIVES = 25;
  private static final Pattern BEHIND_PATH = Pattern.compile("[/?#].*");

  private final Names names;
  private final Search search;
  private final ResourceUris uris;

  ContributionForm(Names names, Search search, ResourceUris uris) {
    this.names = names;
    this.search = search;
    this.uris = uris;
  }

  /**
   * The fields of the form.
   *
   * @param q the text that titles are searched for
   * @param target the URI that is chosen in the list; blank for none
   * @param uri one that is typed; blank for none
   * @param order {@code oslc_config:contributionOrder}
   */
  record FormInput(String q, String target, String uri, String order) {
    // The binder passes null if a field is absent.
    FormInput(
        @Nullable String q, @Nullable String target, @Nullable String uri, @Nullable String order) {
      this.q = Objects.requireNonNullElse(q, "");
      this.target = Objects.requireNonNullElse(target, "");
      this.uri = Objects.requireNonNullElse(uri, "").strip();
      this.order = Objects.requireNonNullElse(order, "").strip();
    }

    /**
     * Returns whether the form only searches: by its button, or by the Enter key where a text is
     * typed and nothing new is chosen.
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
     * Returns the URI of the configuration: a typed one wins. A page's address, as people copy it
     * with its query, stands for the configuration that the page shows.
     */
    String chosen(ResourceUris uris) {
      String chosen = uri.isEmpty() ? target : uri;
      if (chosen.isBlank()) {
        throw Refusal.invalid("Choose a configuration, or name one by its URI.");
      }
      String pages = uris.base() + Forms.CONFIGURATIONS + "/";
      return chosen.startsWith(pages)
          ? uris.base()
              + "/gc/configuration/"
              + BEHIND_PATH.matcher(chosen.substring(pages.length())).replaceFirst("")
          : chosen;
    }
  }

  ModelAndView addition(GlobalConfiguration stream, FormInput filled) {
    return page(stream, "Add a contribution", "/contributions", filled, List.of())
        .addObject("button", "Add");
  }

  ModelAndView replacement(
      GlobalConfiguration stream, Contribution contribution, FormInput filled) {
    String present = contribution.target().uri();
    List<Names.Name> name = names.of(present);
    Names.Alternatives offered = names.alternatives(contribution, filled.q());
    List<Names.Name> alternatives =
        offered.names().stream()
            .filter(one -> one.isBaseline() || !stream.isStaging() || one.uri().equals(present))
            .limit(MAX_ALTERNATIVES)
            .toList();
    String part = "/contribution/" + contribution.slug();
    return page(stream, "Replace a contribution", part, filled, alternatives)
        .addObject("button", "Replace")
        .addObject("present", present)
        .addObject("presentTitle", name.isEmpty() ? present : name.getFirst().title())
        .addObject("warning", offered.note());
  }

  private ModelAndView page(
      GlobalConfiguration stream,
      String heading,
      String part,
      FormInput filled,
      List<Names.Name> alternatives) {
    return new ModelAndView("contribution")
        .addObject("stream", stream)
        .addObject("heading", heading)
        .addObject("action", Forms.CONFIGURATIONS + "/" + stream.id() + part)
        .addObject("filled", filled)
        .addObject("choices", choices(stream, filled, alternatives));
  }

  private List<Names.Name> choices(
      GlobalConfiguration stream, FormInput filled, List<Names.Name> alternatives) {
    List<Names.Name> choices = new ArrayList<>(alternatives);
    if (!filled.q().isBlank()) {
      if (!stream.isStaging()) {
        find(filled.q(), ResultType.STREAM, choices);
      }
      find(filled.q(), ResultType.BASELINE, choices);
    }
    // The chosen one stays in the list after another search.
    if (!filled.target().isBlank() && isAbsent(filled.target(), choices)) {
      choices.addAll(0, names.of(filled.target()));
    }
    return choices;
  }

  private void find(String text, ResultType type, List<Names.Name> choices) {
    for (ResultPage.Hit hit : search.find(text, type, 1).hits()) {
      String uri = uris.configuration(hit.id());
      ResultPage.Owner owner = hit.component();
      if (isAbsent(uri, choices)) {
        choices.add(
            new Names.Name(
                uri,
                hit.title(),
                type == ResultType.BASELINE,
                owner == null ? null : owner.title()));
      }
    }
  }

  private static boolean isAbsent(String uri, List<Names.Name> choices) {
    return choices.stream().noneMatch(one -> one.uri().equals(uri));
  }
}

package org.reprise.gc.web;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.application.ListedConfigurations;
import org.reprise.gc.application.LocalConfiguration;
import org.reprise.gc.configuration.Contribution;
import org.springframework.stereotype.Component;

/**
 * What could take a contribution's place: the streams and baselines of its component. Of a
 * component of an application they are those that the application lists; where it does not tell
 * them in time, those that are known here.
 */
@Component
class Alternatives {
  private static final int MOST = 50;

  private final Names names;
  private final ListedConfigurations listed;

  Alternatives(Names names, ListedConfigurations listed) {
    this.names = names;
    this.listed = listed;
  }

  /**
   * What is offered.
   *
   * @param note why there may be others; null where there is nothing to say
   */
  record Offered(List<Names.Name> names, @Nullable String note) {
    Offered {
      names = List.copyOf(names);
    }
  }

  /**
   * Finds them, the newest first.
   *
   * @param text that the titles of an application's hold; blank for all
   */
  Offered of(Contribution contribution, String text) {
    List<Names.Name> known = names.alternatives(contribution, MOST);
    if (contribution.target().isGlobal()) {
      return new Offered(known, null);
    }
    ListedConfigurations.Listed told = listed.newest(contribution.target().component(), MOST);
    Map<String, Names.Name> all = new LinkedHashMap<>();
    told.configurations().forEach(one -> all.put(one.uri(), name(one)));
    known.forEach(one -> all.putIfAbsent(one.uri(), one));
    return new Offered(
        all.values().stream().filter(one -> holds(one.title(), text)).toList(), note(told));
  }

  private static Names.Name name(LocalConfiguration one) {
    return new Names.Name(one.uri(), one.title(), one.isBaseline(), null);
  }

  private static boolean holds(String title, String text) {
    return title.toLowerCase(Locale.ROOT).contains(text.strip().toLowerCase(Locale.ROOT));
  }

  private static @Nullable String note(ListedConfigurations.Listed told) {
    if (told.isAnswered()) {
      return null;
    }
    return told.application() == null
        ? "No application is configured that has this component: these are its streams and"
            + " baselines that are known here."
        : "The application '%s' has not told all streams and baselines of this component in time: these are known here. Others can be named by their URI."
            .formatted(told.application());
  }
}

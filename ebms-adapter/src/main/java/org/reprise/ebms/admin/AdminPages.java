package org.reprise.ebms.admin;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;

import io.swagger.v3.oas.annotations.Hidden;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.agreement.Agreements;
import org.reprise.ebms.audit.ActionLog;
import org.reprise.ebms.message.Backlog;
import org.reprise.ebms.receive.RefusedMessages;
import org.reprise.ebms.send.PartnerActions;
import org.reprise.ebms.send.PartnerStatus;
import org.reprise.ebms.send.Partners;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The operators' pages of partners, of what was refused, and of what operators did. */
@Hidden
@Controller
@RequestMapping(path = "/ebms-admin", produces = MediaType.TEXT_HTML_VALUE)
class AdminPages {
  private static final int PAGE_SIZE = 100;
  private static final int PARTNERS = 20;
  private static final int MAX_ENDINGS = 20;

  private final Backlog backlog;
  private final Agreements agreements;
  private final Partners partners;
  private final PartnerActions partnerActions;
  private final RefusedMessages refused;
  private final ActionLog actions;

  AdminPages(
      Backlog backlog,
      Agreements agreements,
      Partners partners,
      PartnerActions partnerActions,
      RefusedMessages refused,
      ActionLog actions) {
    this.backlog = backlog;
    this.agreements = agreements;
    this.partners = partners;
    this.partnerActions = partnerActions;
    this.refused = refused;
    this.actions = actions;
  }

  /** What ends soon, and how many messages each partner has in each state. */
  @GetMapping
  ModelAndView overview(@RequestParam(defaultValue = "") String after) {
    List<Agreements.Ending> endings = agreements.endingSoon();
    List<Backlog.OfPartner> counts = backlog.byPartner(after, PARTNERS);
    boolean hasMore =
        counts.stream().map(Backlog.OfPartner::partner).distinct().count() == PARTNERS;
    return new ModelAndView("overview")
        .addObject("place", "overview")
        .addObject("endings", endings.stream().limit(MAX_ENDINGS).toList())
        .addObject("moreEndings", Math.max(0, endings.size() - MAX_ENDINGS))
        .addObject("endpoints", backlog.byEndpoint())
        .addObject("counts", counts)
        .addObject("max", Backlog.MAX_COUNT)
        .addObject("next", hasMore ? counts.getLast().partner() : null);
  }

  /**
   * An endpoint of partners.
   *
   * @param status as this instance knows it; null where it has sent nothing to it
   * @param backlog what waits for it in the database; null where nothing does
   * @param pause null where it is not paused
   */
  record Endpoint(
      String uri,
      @Nullable PartnerStatus status,
      Backlog.@Nullable OfEndpoint backlog,
      PartnerActions.@Nullable Pause pause) {}

  /** All endpoints that agreements name, that were sent to or for which something waits. */
  @GetMapping("/partners")
  ModelAndView partners() {
    Map<String, PartnerStatus> status =
        partners.status().stream()
            .collect(toMap(one -> one.endpoint().toString(), identity(), (one, other) -> other));
    Map<String, Backlog.OfEndpoint> waiting =
        backlog.byEndpoint().stream().collect(toMap(Backlog.OfEndpoint::endpoint, identity()));
    Map<String, PartnerActions.Pause> paused =
        partnerActions.paused().stream().collect(toMap(PartnerActions.Pause::endpoint, identity()));
    TreeSet<String> names = new TreeSet<>(status.keySet());
    names.addAll(paused.keySet());
    names.addAll(waiting.keySet());
    names.addAll(agreements.endpoints());
    List<Endpoint> endpoints = new ArrayList<>();
    names.forEach(name ->
        endpoints.add(new Endpoint(name, status.get(name), waiting.get(name), paused.get(name))));
    return new ModelAndView("partners")
        .addObject("place", "partners")
        .addObject("endpoints", endpoints)
        .addObject("max", Backlog.MAX_COUNT);
  }

  enum Action {
    PAUSE,
    RESUME,
    RESET
  }

  @PostMapping("/partners/actions")
  ModelAndView act(@RequestParam Action action, @RequestParam URI endpoint) {
    switch (action) {
      case PAUSE -> partnerActions.pause(endpoint);
      case RESUME -> partnerActions.resume(endpoint);
      case RESET -> partnerActions.resetBreaker(endpoint);
    }
    // A browser loads the page by GET, so that a reload repeats nothing.
    return new ModelAndView("redirect:/ebms-admin/partners", HttpStatus.SEE_OTHER);
  }

  @GetMapping("/refused")
  ModelAndView refused(@RequestParam(defaultValue = "" + Long.MAX_VALUE) long before) {
    List<RefusedMessages.Refused> page = refused.list(before, PAGE_SIZE);
    return new ModelAndView("refused")
        .addObject("place", "refused")
        .addObject("messages", page)
        .addObject("next", page.size() < PAGE_SIZE ? null : page.getLast().id());
  }

  @GetMapping("/actions")
  ModelAndView actions(@RequestParam(defaultValue = "" + Long.MAX_VALUE) long before) {
    List<ActionLog.Action> page = actions.list(before, PAGE_SIZE);
    return new ModelAndView("actions")
        .addObject("place", "actions")
        .addObject("actions", page)
        .addObject("next", page.size() < PAGE_SIZE ? null : page.getLast().id());
  }
}

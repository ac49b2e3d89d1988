package org.reprise.ebms.message;

import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.message.Message.Direction;
import org.reprise.ebms.signal.SignalRequests;
import org.springframework.beans.propertyeditors.StringTrimmerEditor;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.WebDataBinder;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.InitBinder;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;
import org.springframework.web.util.UriComponentsBuilder;

/** The operators' pages of messages and of what happened to them. */
@Hidden
@Controller
@RequestMapping(path = "/ebms-admin", produces = MediaType.TEXT_HTML_VALUE)
class MessagePages {
  private static final int PAGE_SIZE = 100;

  private final MessageTable table;
  private final PayloadTable payloads;
  private final SignalRequests requests;
  private final Events events;
  private final DeliveryTable deliveries;
  private final MessageStates states;
  private final Messages messages;

  MessagePages(
      MessageTable table,
      PayloadTable payloads,
      SignalRequests requests,
      Events events,
      DeliveryTable deliveries,
      MessageStates states,
      Messages messages) {
    this.deliveries = deliveries;
    this.states = states;
    this.messages = messages;
    this.table = table;
    this.payloads = payloads;
    this.requests = requests;
    this.events = events;
  }

  // A field of a form that is left empty is no condition.
  @InitBinder
  void bind(WebDataBinder binder) {
    binder.registerCustomEditor(String.class, new StringTrimmerEditor(true));
  }

  /** Messages that were sent, or received, the newest first. */
  @GetMapping("/messages")
  ModelAndView list(
      @RequestParam(defaultValue = "OUT") Direction direction,
      @ModelAttribute("query") MessageQuery query) {
    MessageView.Page page =
        MessageView.Page.of(
            table.list(direction, MessageView.states(query.state(), direction), query, true),
            direction,
            query.max());
    return new ModelAndView("messages")
        .addObject("place", "messages")
        .addObject("direction", direction)
        .addObject("states", MessageView.states(null, direction))
        .addObject("messages", page.messages())
        .addObject(
            "held",
            direction == Direction.IN
                ? Set.of()
                : deliveries.held(page.messages().stream().map(MessageView::messageId).toList()))
        .addObject(
            "next",
            page.next() == null
                ? null
                : "?"
                    + ServletUriComponentsBuilder.fromCurrentRequest()
                        .replaceQueryParam("after", page.next())
                        .build()
                        .getQuery());
  }

  /** One message with its attempts; a received one may have several copies. */
  @GetMapping("/messages/one")
  ModelAndView one(
      @RequestParam Direction direction,
      @RequestParam String id,
      @RequestParam(required = false) @Nullable Integer copy) {
    Message message =
        table.find(direction, id.strip(), copy).orElseThrow(() -> MessageView.notFound(id));
    boolean isSent = direction == Direction.OUT;
    String messageId = message.header().messageData().messageId();
    return new ModelAndView("message")
        .addObject("place", "messages")
        .addObject("direction", direction)
        .addObject("message", MessageView.whole(message, direction, payloads.of(message.id())))
        .addObject("attempts", isSent ? table.attempts(message.id()).reversed() : List.of())
        .addObject("questions", isSent ? requests.ofMessage(message.id()) : List.of())
        .addObject("isHeld", isSent && !deliveries.held(List.of(messageId)).isEmpty())
        .addObject("isAnswered", table.acknowledgment(message.id()).isPresent())
        .addObject("query", isSent ? "" : "?copy=" + message.copy())
        .addObject(
            "api",
            UriComponentsBuilder.fromPath(
                    isSent ? "/api/v1/messages/{messageId}" : "/api/v1/inbox/{messageId}")
                .build(messageId)
                .toString());
  }

  enum Action {
    RESEND,
    HOLD,
    RELEASE,
    CANCEL
  }

  /** Does one thing to messages, and shows for which it could not be done. */
  @PostMapping("/messages/actions")
  ModelAndView act(@RequestParam Action action, HttpServletRequest request) throws IOException {
    String[] ids = request.getParameterValues("id");
    List<String> done = new ArrayList<>();
    Map<String, String> refused = new LinkedHashMap<>();
    for (String id : ids == null ? new String[0] : ids) {
      try {
        act(action, id);
        done.add(id);
      } catch (ErrorResponseException e) {
        refused.put(id, String.valueOf(e.getBody().getDetail()));
      }
    }
    return new ModelAndView("done")
        .addObject("place", "messages")
        .addObject("action", action.name().toLowerCase(Locale.ROOT))
        .addObject("done", done)
        .addObject("refused", refused);
  }

  private void act(Action action, String id) throws IOException {
    switch (action) {
      case RESEND -> messages.resend(id);
      case HOLD -> states.hold(id);
      case RELEASE -> states.release(id);
      case CANCEL -> states.cancel(id);
    }
  }

  /** What happened to messages, the newest first. */
  @GetMapping("/events")
  ModelAndView events(@RequestParam(defaultValue = "" + Long.MAX_VALUE) long before) {
    List<Events.Event> page = events.newest(before, PAGE_SIZE);
    return new ModelAndView("events")
        .addObject("place", "events")
        .addObject("events", page)
        .addObject("next", page.size() < PAGE_SIZE ? null : page.getLast().id());
  }
}

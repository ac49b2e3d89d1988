package org.reprise.ebms.message;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.envelope.MessageHeader;
import org.reprise.ebms.message.Message.Direction;
import org.reprise.ebms.message.Message.State;
import org.reprise.ebms.message.Message.StoredPayload;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.server.ResponseStatusException;

record MessageView(
    String messageId,
    @Nullable Integer copy,
    String state,
    @Nullable String detail,
    @Nullable Integer attempts,
    String cpaId,
    String fromPartyId,
    @Nullable String fromRole,
    String toPartyId,
    @Nullable String toRole,
    String service,
    @Nullable String serviceType,
    String action,
    String conversationId,
    @Nullable String refToMessageId,
    Instant timestamp,
    @Nullable Instant timeToLive,
    Instant createdAt,
    Instant changedAt,
    @Nullable String resentAs,
    @Nullable List<PayloadView> payloads) {

  /** A payload; its number, from 1, is part of its address. */
  record PayloadView(
      int number, String contentId, String contentType, @Nullable String role, long size) {}

  record Page(List<MessageView> messages, @Nullable Long next) {
    static Page of(List<Message> messages, Direction direction, int limit) {
      return new Page(
          messages.stream().map(message -> MessageView.of(message, direction, null)).toList(),
          messages.size() < limit ? null : messages.getLast().id());
    }
  }

  static MessageView whole(Message message, Direction direction, List<StoredPayload> payloads) {
    List<PayloadView> views = new ArrayList<>();
    for (StoredPayload payload : payloads) {
      views.add(
          new PayloadView(
              views.size() + 1,
              payload.contentId(),
              payload.contentType(),
              payload.role(),
              payload.size()));
    }
    return of(message, direction, views);
  }

  private static MessageView of(
      Message message, Direction direction, @Nullable List<PayloadView> payloads) {
    MessageHeader header = message.header();
    return new MessageView(
        header.messageData().messageId(),
        direction == Direction.IN ? message.copy() : null,
        text(message.state()),
        message.detail(),
        direction == Direction.OUT ? message.attempts() : null,
        header.cpaId(),
        header.from().ids().getFirst().toString(),
        header.from().role(),
        header.to().ids().getFirst().toString(),
        header.to().role(),
        header.service().name(),
        header.service().type(),
        header.action(),
        header.conversationId(),
        header.messageData().refToMessageId(),
        header.messageData().timestamp(),
        header.messageData().timeToLive(),
        message.createdAt(),
        message.changedAt(),
        message.resentAs(),
        payloads);
  }

  private static final int MAX_LIMIT = 1000;

  static int limit(int asked) {
    if (asked < 1 || asked > MAX_LIMIT) {
      throw problem("'limit' must be from 1 to %d, was %d.".formatted(MAX_LIMIT, asked));
    }
    return asked;
  }

  /** Returns the state of a name; all that messages of a direction can have where none is named. */
  static List<State> states(@Nullable String name, Direction direction) {
    List<State> possible =
        switch (direction) {
          case OUT -> List.of(State.PENDING, State.DELIVERED, State.FAILED, State.EXPIRED);
          case IN -> List.of(State.RECEIVED, State.PROCESSED);
        };
    if (name == null || name.isEmpty()) {
      return possible;
    }
    return possible.stream()
        .filter(state -> text(state).equals(name))
        .findFirst()
        .map(List::of)
        .orElseThrow(() ->
            problem(
                "'state' must be one of %s, was '%s'."
                    .formatted(
                        possible.stream().map(MessageView::text).collect(Collectors.joining(", ")),
                        name)));
  }

  static String text(State state) {
    return state.name().toLowerCase(Locale.ROOT);
  }

  static ResponseStatusException problem(String detail) {
    return problem(HttpStatus.BAD_REQUEST, detail);
  }

  static ResponseStatusException notFound(String messageId) {
    return problem(HttpStatus.NOT_FOUND, "There is no message '%s'.".formatted(messageId));
  }

  /** Returns the refusal of something for a reason that will pass: 503, and when to try again. */
  static ErrorResponseException later(String why) {
    HttpStatus status = HttpStatus.SERVICE_UNAVAILABLE;
    ErrorResponseException refusal =
        new ErrorResponseException(status, ProblemDetail.forStatusAndDetail(status, why), null);
    refusal.getHeaders().set(HttpHeaders.RETRY_AFTER, "5");
    return refusal;
  }

  static ResponseStatusException conflict(String detail) {
    return problem(HttpStatus.CONFLICT, detail);
  }

  static ResponseStatusException problem(HttpStatus status, String detail) {
    return new ResponseStatusException(status, detail);
  }
}

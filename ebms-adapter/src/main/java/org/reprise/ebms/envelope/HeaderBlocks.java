package org.reprise.ebms.envelope;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

final class HeaderBlocks {
  private static final String HEADER = "/soap:Envelope/soap:Header/eb:";
  private static final String MESSAGE_HEADER = HEADER + "MessageHeader";
  private static final String DATA = MESSAGE_HEADER + "/eb:MessageData";
  private static final String VERSION = "2.0";

  private final Elements elements;

  HeaderBlocks(Elements elements) {
    this.elements = elements;
  }

  /** ebMS 2.0, section 2.3.8: only the version that is known. */
  void checkVersion() {
    String version = elements.attribute(Namespaces.EB, "version");
    if (!VERSION.equals(version)) {
      throw ErrorCode.NOT_SUPPORTED.refusal(
          HEADER + elements.local() + "/@eb:version",
          version == null
              ? "eb:version is missing"
              : "eb:version must be 2.0, was '%s'".formatted(version));
    }
  }

  private static final List<String> ORDER =
      List.of(
          "From",
          "To",
          "CPAId",
          "ConversationId",
          "Service",
          "Action",
          "MessageData",
          "DuplicateElimination",
          "Description");

  MessageHeader messageHeader() throws XMLStreamException {
    checkVersion();
    Party from = null;
    Party to = null;
    String cpaId = null;
    String conversationId = null;
    Service service = null;
    String action = null;
    MessageData data = null;
    boolean duplicateElimination = false;
    Order order = new Order(MESSAGE_HEADER, ORDER, "Description");
    while (elements.nextChild()) {
      if (!elements.isIn(Namespaces.EB)) {
        elements.skip();
        continue;
      }
      switch (order.next(elements.local())) {
        case "From" -> from = party(MESSAGE_HEADER + "/eb:From");
        case "To" -> to = party(MESSAGE_HEADER + "/eb:To");
        case "CPAId" -> cpaId = elements.requiredText(MESSAGE_HEADER + "/eb:CPAId");
        case "ConversationId" ->
            conversationId = elements.identifier(MESSAGE_HEADER + "/eb:ConversationId");
        case "Service" -> service = service();
        case "Action" -> action = elements.requiredText(MESSAGE_HEADER + "/eb:Action");
        case "MessageData" -> data = messageData();
        case "DuplicateElimination" -> {
          duplicateElimination = true;
          elements.text();
        }
        default -> elements.skip();
      }
    }
    return new MessageHeader(
        present(from, MESSAGE_HEADER, "From"),
        present(to, MESSAGE_HEADER, "To"),
        present(cpaId, MESSAGE_HEADER, "CPAId"),
        present(conversationId, MESSAGE_HEADER, "ConversationId"),
        present(service, MESSAGE_HEADER, "Service"),
        present(action, MESSAGE_HEADER, "Action"),
        present(data, MESSAGE_HEADER, "MessageData"),
        duplicateElimination);
  }

  private Service service() throws XMLStreamException {
    String type = type(MESSAGE_HEADER + "/eb:Service");
    return new Service(type, elements.requiredText(MESSAGE_HEADER + "/eb:Service"));
  }

  private @Nullable String type(String path) {
    String type = elements.attribute(Namespaces.EB, "type");
    return type == null ? null : Elements.printable(path + "/@eb:type", type);
  }

  private static final List<String> PARTY_ORDER = List.of("PartyId", "Role");

  private Party party(String path) throws XMLStreamException {
    List<PartyId> ids = new ArrayList<>(1);
    String role = null;
    Order order = new Order(path, PARTY_ORDER, "PartyId");
    while (elements.nextChild()) {
      if (order
          .next(elements.isIn(Namespaces.EB) ? elements.local() : elements.name())
          .equals("Role")) {
        role = elements.requiredText(path + "/eb:Role");
      } else {
        String type = type(path + "/eb:PartyId");
        ids.add(new PartyId(type, elements.requiredText(path + "/eb:PartyId")));
      }
    }
    if (ids.isEmpty()) {
      throw missing(path, "PartyId");
    }
    return new Party(ids, role);
  }

  private static final List<String> DATA_ORDER =
      List.of("MessageId", "Timestamp", "RefToMessageId", "TimeToLive");

  private MessageData messageData() throws XMLStreamException {
    String messageId = null;
    Instant timestamp = null;
    String refToMessageId = null;
    Instant timeToLive = null;
    Order order = new Order(DATA, DATA_ORDER, "");
    while (elements.nextChild()) {
      switch (order.next(elements.isIn(Namespaces.EB) ? elements.local() : elements.name())) {
        case "MessageId" -> messageId = elements.messageId(DATA + "/eb:MessageId");
        case "Timestamp" -> timestamp = elements.dateTime(DATA + "/eb:Timestamp");
        case "RefToMessageId" -> refToMessageId = elements.messageId(DATA + "/eb:RefToMessageId");
        default -> timeToLive = elements.dateTime(DATA + "/eb:TimeToLive");
      }
    }
    return new MessageData(
        present(messageId, DATA, "MessageId"),
        present(timestamp, DATA, "Timestamp"),
        refToMessageId,
        timeToLive);
  }

  AckRequested ackRequested() throws XMLStreamException {
    checkVersion();
    String path = HEADER + "AckRequested";
    String signed = present(elements.attribute(Namespaces.EB, "signed"), path, "signed");
    String actor = elements.attribute(Namespaces.SOAP, "actor");
    elements.skip();
    return new AckRequested(isTrue(path + "/@eb:signed", signed), nextMsh(path, actor));
  }

  private static boolean isTrue(String path, String text) {
    return switch (text.strip()) {
      case "true", "1" -> true;
      case "false", "0" -> false;
      default ->
          throw ErrorCode.VALUE_NOT_RECOGNIZED.refusal(path, "no boolean: '%s'".formatted(text));
    };
  }

  private static boolean nextMsh(String path, @Nullable String actor) {
    if (actor == null || actor.equals(Namespaces.ACTOR_TO_PARTY_MSH)) {
      return false;
    }
    if (actor.equals(Namespaces.ACTOR_NEXT_MSH)) {
      return true;
    }
    throw ErrorCode.VALUE_NOT_RECOGNIZED.refusal(
        path + "/@soap:actor", "soap:actor '%s' is not known".formatted(actor));
  }

  private static final List<String> ACK_ORDER =
      List.of("Timestamp", "RefToMessageId", "From", "Reference");

  Acknowledgment acknowledgment() throws XMLStreamException {
    checkVersion();
    String path = HEADER + "Acknowledgment";
    String actor = elements.attribute(Namespaces.SOAP, "actor");
    boolean forSender =
        actor == null || actor.isEmpty() || actor.equals(Namespaces.ACTOR_TO_PARTY_MSH);
    Instant timestamp = null;
    String refToMessageId = null;
    List<SignedReference> references = new ArrayList<>(0);
    Order order = new Order(path, ACK_ORDER, "Reference");
    while (elements.nextChild()) {
      switch (order.next(elements.local())) {
        case "Timestamp" -> timestamp = elements.dateTime(path + "/eb:Timestamp");
        case "RefToMessageId" -> refToMessageId = elements.messageId(path + "/eb:RefToMessageId");
        case "From" -> party(path + "/eb:From");
        default -> references.add(SignedReferences.read(elements, path + "/ds:Reference"));
      }
    }
    return new Acknowledgment(
        present(timestamp, path, "Timestamp"),
        present(refToMessageId, path, "RefToMessageId"),
        forSender,
        references);
  }

  ErrorList errorList() throws XMLStreamException {
    checkVersion();
    String path = HEADER + "ErrorList";
    List<EbmsError> errors = new ArrayList<>(1);
    while (elements.nextChild()) {
      if (elements.isNamed(Namespaces.EB, "Error")) {
        errors.add(error(path + "/eb:Error"));
      } else {
        elements.skip();
      }
    }
    if (errors.isEmpty()) {
      throw missing(path, "Error");
    }
    return new ErrorList(errors);
  }

  private EbmsError error(String path) throws XMLStreamException {
    String code = present(elements.attribute(Namespaces.EB, "errorCode"), path, "errorCode");
    String severity = elements.attribute(Namespaces.EB, "severity");
    String location = elements.attribute(Namespaces.EB, "location");
    String description = null;
    while (elements.nextChild()) {
      if (elements.isNamed(Namespaces.EB, "Description")) {
        description = elements.text();
      } else {
        elements.skip();
      }
    }
    return new EbmsError(
        Elements.printable(path + "/@eb:errorCode", code),
        Severity.WARNING.text().equals(severity) ? Severity.WARNING : Severity.ERROR,
        location,
        description);
  }

  static <T> T present(@Nullable T value, String path, String name) {
    if (value == null) {
      throw missing(path, name);
    }
    return value;
  }

  static RefusedMessage missing(String path, String name) {
    return ErrorCode.OTHER_XML.refusal(path, name + " is missing");
  }
}

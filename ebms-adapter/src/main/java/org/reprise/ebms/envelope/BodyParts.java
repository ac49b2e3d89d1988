package org.reprise.ebms.envelope;

import static org.reprise.ebms.envelope.HeaderBlocks.present;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

final class BodyParts {
  private static final String BODY = "/soap:Envelope/soap:Body/";

  private final Elements elements;

  BodyParts(Elements elements) {
    this.elements = elements;
  }

  Content read() throws XMLStreamException {
    if (elements.isNamed(Namespaces.SOAP, "Fault")) {
      return fault();
    }
    return switch (elements.local()) {
      case "Manifest" -> manifest();
      case "StatusRequest" -> statusRequest();
      case "StatusResponse" -> statusResponse();
      default ->
          throw ErrorCode.NOT_SUPPORTED.refusal(
              BODY + "eb:" + elements.local(),
              "eb:%s is not known in the body".formatted(elements.local()));
    };
  }

  private Content manifest() throws XMLStreamException {
    String path = BODY + "eb:Manifest";
    List<Content.Reference> references = new ArrayList<>();
    while (elements.nextChild()) {
      if (elements.isNamed(Namespaces.EB, "Reference")) {
        references.add(reference(path + "/eb:Reference"));
      }
      elements.skip();
    }
    if (references.isEmpty()) {
      throw ErrorCode.OTHER_XML.refusal(path, "eb:Reference is missing");
    }
    return new Content.Manifest(references);
  }

  private Content.Reference reference(String path) {
    String href = present(elements.attribute(Namespaces.XLINK, "href"), path, "xlink:href");
    String role = elements.attribute(Namespaces.XLINK, "role");
    return new Content.Reference(
        Elements.uri(path + "/@xlink:href", href),
        role == null ? null : Elements.uri(path + "/@xlink:role", role));
  }

  private Content statusRequest() throws XMLStreamException {
    String path = BODY + "eb:StatusRequest";
    return new Content.StatusRequest(present(refTo(path, null), path, "RefToMessageId"));
  }

  private Content statusResponse() throws XMLStreamException {
    String path = BODY + "eb:StatusResponse";
    String text =
        present(elements.attribute(Namespaces.EB, "messageStatus"), path, "messageStatus");
    MessageStatus status =
        Arrays.stream(MessageStatus.values())
            .filter(one -> one.text().equals(text))
            .findFirst()
            .orElseThrow(() ->
                ErrorCode.VALUE_NOT_RECOGNIZED.refusal(
                    path + "/@eb:messageStatus", "no status of a message: '%s'".formatted(text)));
    Instant[] timestamp = new Instant[1];
    String ref = present(refTo(path, timestamp), path, "RefToMessageId");
    return new Content.StatusResponse(ref, status, timestamp[0]);
  }

  private @Nullable String refTo(String path, Instant @Nullable [] timestamp)
      throws XMLStreamException {
    String ref = null;
    while (elements.nextChild()) {
      if (elements.isNamed(Namespaces.EB, "RefToMessageId")) {
        ref = elements.messageId(path + "/eb:RefToMessageId");
      } else if (timestamp != null && elements.isNamed(Namespaces.EB, "Timestamp")) {
        timestamp[0] = elements.dateTime(path + "/eb:Timestamp");
      } else {
        elements.skip();
      }
    }
    return ref;
  }

  private Content fault() throws XMLStreamException {
    String code = "";
    String reason = "";
    while (elements.nextChild()) {
      switch (elements.local()) {
        case "faultcode" -> code = elements.text().strip();
        case "faultstring" -> reason = elements.text();
        default -> elements.skip();
      }
    }
    return new Content.Fault(faultCode(code.substring(code.indexOf(':') + 1)), reason);
  }

  // SOAP 1.1, section 4.4.1: details follow a dot.
  private static FaultCode faultCode(String name) {
    return Arrays.stream(FaultCode.values())
        .filter(code -> name.equals(code.text()) || name.startsWith(code.text() + "."))
        .findFirst()
        .orElse(FaultCode.SERVER);
  }
}

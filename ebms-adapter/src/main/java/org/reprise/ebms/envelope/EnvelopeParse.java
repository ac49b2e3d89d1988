package org.reprise.ebms.envelope;

import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLStreamReader2;
import org.jspecify.annotations.Nullable;

final class EnvelopeParse {
  private static final int NOT_WELL_FORMED = 400;
  private static final String SOAP_1_2 = "http://www.w3.org/2003/05/soap-envelope";

  private final Elements elements;
  private @Nullable MessageHeader header;
  private boolean syncReply;
  private @Nullable AckRequested ackRequested;
  private @Nullable Acknowledgment acknowledgment;
  private @Nullable ErrorList errorList;
  private boolean errorListBegun;
  private @Nullable Content content;

  EnvelopeParse(XMLStreamReader2 xml) {
    this.elements = new Elements(xml);
  }

  static RefusedMessage malformed(XMLStreamException e) {
    return ErrorCode.OTHER_XML.refusal(
        NOT_WELL_FORMED, "/", "The document cannot be read: " + reason(e));
  }

  private static String reason(XMLStreamException e) {
    return ClosedXml.reason(e)
        + (e.getLocation() == null
            ? ""
            : " (line %d, column %d)"
                .formatted(e.getLocation().getLineNumber(), e.getLocation().getColumnNumber()));
  }

  Envelope envelope() {
    try {
      root();
      if (content == null) {
        throw HeaderBlocks.missing("/soap:Envelope", "soap:Body");
      }
      // A report about a message whose header could not be read has no receiver.
      boolean isReport = errorList != null || content instanceof Content.Fault;
      if (header == null && !isReport) {
        throw HeaderBlocks.missing("/soap:Envelope/soap:Header", "eb:MessageHeader");
      }
      return new Envelope(header, syncReply, ackRequested, acknowledgment, errorList, content);
    } catch (XMLStreamException e) {
      throw malformed(e).of(header, hasErrors(false));
    } catch (RefusedMessage e) {
      throw e.of(header, hasErrors(true));
    }
  }

  /** Whether the message reports errors, also in an ErrorList that is not read yet. */
  private boolean hasErrors(boolean goesOn) {
    if (errorList != null) {
      return errorList.highestSeverity() == Severity.ERROR;
    }
    return errorListBegun
        || (goesOn && content == null && elements.findHeader(Namespaces.EB, "ErrorList"));
  }

  private void root() throws XMLStreamException {
    elements.toRoot();
    if (!elements.isNamed(Namespaces.SOAP, "Envelope")) {
      boolean otherVersion = elements.isNamed(SOAP_1_2, "Envelope");
      throw new RefusedMessage(
          RefusedMessage.CONTENT_IS_WRONG,
          otherVersion || elements.isLocal("Envelope")
              ? FaultCode.VERSION_MISMATCH
              : FaultCode.CLIENT,
          EbmsError.of(
              otherVersion ? ErrorCode.NOT_SUPPORTED : ErrorCode.OTHER_XML,
              "/*",
              "The root must be the Envelope of SOAP 1.1, was " + elements.name()));
    }
    while (elements.nextChild()) {
      if (elements.isNamed(Namespaces.SOAP, "Header")) {
        headers();
      } else if (elements.isNamed(Namespaces.SOAP, "Body")) {
        body();
      } else {
        elements.skip();
      }
    }
    elements.toEnd();
  }

  private void headers() throws XMLStreamException {
    if (header != null || content != null) {
      throw ErrorCode.OTHER_XML.refusal("/soap:Envelope", "soap:Header is first and there once");
    }
    while (elements.nextChild()) {
      if (!elements.isIn(Namespaces.EB)) {
        foreignBlock();
      } else if (!ebmsBlock()) {
        throw notUnderstood();
      }
    }
  }

  private boolean ebmsBlock() throws XMLStreamException {
    HeaderBlocks blocks = new HeaderBlocks(elements);
    switch (elements.local()) {
      case "MessageHeader" -> {
        once(header);
        header = blocks.messageHeader();
      }
      case "SyncReply" -> {
        once(syncReply ? "" : null);
        blocks.checkVersion();
        syncReply = true;
        elements.skip();
      }
      case "AckRequested" -> {
        once(ackRequested);
        ackRequested = blocks.ackRequested();
      }
      case "Acknowledgment" -> {
        once(acknowledgment);
        acknowledgment = blocks.acknowledgment();
      }
      case "ErrorList" -> {
        once(errorList);
        errorListBegun = true;
        errorList = blocks.errorList();
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private void once(@Nullable Object before) {
    if (before != null) {
      throw ErrorCode.INCONSISTENT.refusal(
          "/soap:Envelope/soap:Header/eb:" + elements.local(),
          "eb:%s is there more than once".formatted(elements.local()));
    }
  }

  // SOAP 1.1, section 4.2.3: what must be understood and is meant for us, and is not.
  private void foreignBlock() throws XMLStreamException {
    String actor = elements.attribute(Namespaces.SOAP, "actor");
    boolean forUs =
        actor == null
            || actor.isEmpty()
            || actor.equals(Namespaces.ACTOR_NEXT)
            || actor.equals(Namespaces.ACTOR_NEXT_MSH)
            || actor.equals(Namespaces.ACTOR_TO_PARTY_MSH);
    String must = elements.attribute(Namespaces.SOAP, "mustUnderstand");
    if (forUs && must != null && !must.strip().equals("0") && !must.strip().equals("false")) {
      throw notUnderstood();
    }
    elements.skip();
  }

  private RefusedMessage notUnderstood() {
    return new RefusedMessage(
        RefusedMessage.CONTENT_IS_WRONG,
        FaultCode.MUST_UNDERSTAND,
        EbmsError.of(
            ErrorCode.NOT_SUPPORTED,
            "/soap:Envelope/soap:Header/*",
            "The header block %s is not understood here".formatted(elements.name())));
  }

  private void body() throws XMLStreamException {
    if (content != null) {
      throw ErrorCode.OTHER_XML.refusal("/soap:Envelope", "soap:Body is there more than once");
    }
    List<Content> contents = new ArrayList<>(1);
    BodyParts parts = new BodyParts(elements);
    while (elements.nextChild()) {
      if (!elements.isIn(Namespaces.EB) && !elements.isNamed(Namespaces.SOAP, "Fault")) {
        elements.skip();
        continue;
      }
      contents.add(parts.read());
    }
    if (contents.size() > 1) {
      throw ErrorCode.INCONSISTENT.refusal(
          "/soap:Envelope/soap:Body",
          "The body holds more than one of eb:Manifest, eb:StatusRequest, eb:StatusResponse and"
              + " soap:Fault");
    }
    content = contents.isEmpty() ? new Content.Empty() : contents.getFirst();
  }
}

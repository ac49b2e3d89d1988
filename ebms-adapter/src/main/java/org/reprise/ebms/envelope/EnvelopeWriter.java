package org.reprise.ebms.envelope;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Writes envelopes: UTF-8 without an XML declaration, indented by four blanks, prefixes {@code
 * soap}, {@code ds}, {@code eb} and {@code xlink} declared on the root, as other message handlers
 * send them.
 */
public final class EnvelopeWriter {
  private static final String START =
      "<soap:Envelope xmlns:soap=\"%s\" xmlns:ds=\"%s\" xmlns:eb=\"%s\" xmlns:xlink=\"%s\">"
          .formatted(Namespaces.SOAP, Namespaces.DS, Namespaces.EB, Namespaces.XLINK);
  private static final String BLOCK = " eb:version=\"2.0\" soap:mustUnderstand=\"1\"";
  private static final int TYPICAL_LENGTH = 2048;

  private final StringBuilder out = new StringBuilder(TYPICAL_LENGTH);
  private int depth;

  private EnvelopeWriter() {}

  public static byte[] write(Envelope envelope) {
    EnvelopeWriter writer = new EnvelopeWriter();
    writer.envelope(envelope);
    return writer.out.toString().getBytes(StandardCharsets.UTF_8);
  }

  private void envelope(Envelope envelope) {
    out.append(START);
    depth = 1;
    open("soap:Header", "");
    if (envelope.header() != null) {
      messageHeader(envelope.header());
    }
    if (envelope.syncReply()) {
      line("<eb:SyncReply" + BLOCK + " soap:actor=\"" + Namespaces.ACTOR_NEXT + "\"/>");
    }
    if (envelope.ackRequested() != null) {
      ackRequested(envelope.ackRequested());
    }
    if (envelope.acknowledgment() != null) {
      acknowledgment(envelope.acknowledgment());
    }
    if (envelope.errorList() != null) {
      errorList(envelope.errorList());
    }
    close("soap:Header");
    body(envelope.content());
    depth = 0;
    line("</soap:Envelope>");
  }

  private void messageHeader(MessageHeader header) {
    open("eb:MessageHeader", BLOCK);
    party("eb:From", header.from());
    party("eb:To", header.to());
    text("eb:CPAId", header.cpaId());
    text("eb:ConversationId", header.conversationId());
    typed("eb:Service", header.service().type(), header.service().name());
    text("eb:Action", header.action());
    MessageData data = header.messageData();
    open("eb:MessageData", "");
    text("eb:MessageId", data.messageId());
    time("eb:Timestamp", data.timestamp());
    text("eb:RefToMessageId", data.refToMessageId());
    time("eb:TimeToLive", data.timeToLive());
    close("eb:MessageData");
    if (header.duplicateElimination()) {
      line("<eb:DuplicateElimination/>");
    }
    close("eb:MessageHeader");
  }

  private void party(String name, Party party) {
    open(name, "");
    for (PartyId id : party.ids()) {
      typed("eb:PartyId", id.type(), id.value());
    }
    text("eb:Role", party.role());
    close(name);
  }

  private void ackRequested(AckRequested ack) {
    line(
        "<eb:AckRequested%s soap:actor=\"%s\" eb:signed=\"%s\"/>"
            .formatted(
                BLOCK,
                ack.nextMsh() ? Namespaces.ACTOR_NEXT_MSH : Namespaces.ACTOR_TO_PARTY_MSH,
                ack.signed()));
  }

  private void acknowledgment(Acknowledgment ack) {
    String actor = ack.forSender() ? Namespaces.ACTOR_TO_PARTY_MSH : Namespaces.ACTOR_NEXT_MSH;
    open("eb:Acknowledgment", BLOCK + " soap:actor=\"" + actor + "\"");
    time("eb:Timestamp", ack.timestamp());
    text("eb:RefToMessageId", ack.refToMessageId());
    for (SignedReference reference : ack.references()) {
      line(SignedReferences.markup(reference));
    }
    close("eb:Acknowledgment");
  }

  private void errorList(ErrorList list) {
    open("eb:ErrorList", BLOCK + " eb:highestSeverity=\"" + list.highestSeverity().text() + "\"");
    for (EbmsError error : list.errors()) {
      error(error);
    }
    close("eb:ErrorList");
  }

  private void error(EbmsError error) {
    StringBuilder attributes = new StringBuilder();
    Xml.attribute(attributes, "eb:codeContext", Namespaces.ERRORS);
    Xml.attribute(attributes, "eb:errorCode", error.code());
    Xml.attribute(attributes, "eb:severity", error.severity().text());
    Xml.attribute(attributes, "eb:location", error.location());
    if (error.description() == null || error.description().isEmpty()) {
      line("<eb:Error" + attributes + "/>");
      return;
    }
    open("eb:Error", attributes.toString());
    newLine();
    out.append("<eb:Description xml:lang=\"en\">")
        .append(Xml.text(error.description()))
        .append("</eb:Description>");
    close("eb:Error");
  }

  private void body(Content content) {
    if (content instanceof Content.Empty) {
      line("<soap:Body/>");
      return;
    }
    open("soap:Body", "");
    switch (content) {
      case Content.Empty empty -> {}
      case Content.Manifest manifest -> manifest(manifest);
      case Content.StatusRequest request -> {
        open("eb:StatusRequest", " eb:version=\"2.0\"");
        text("eb:RefToMessageId", request.refToMessageId());
        close("eb:StatusRequest");
      }
      case Content.StatusResponse response -> statusResponse(response);
      case Content.Fault fault -> {
        open("soap:Fault", "");
        text("faultcode", "soap:" + fault.code().text());
        text("faultstring", fault.reason());
        close("soap:Fault");
      }
    }
    close("soap:Body");
  }

  private void manifest(Content.Manifest manifest) {
    open("eb:Manifest", " eb:version=\"2.0\"");
    for (Content.Reference reference : manifest.references()) {
      StringBuilder attributes = new StringBuilder();
      Xml.attribute(attributes, "xlink:type", "simple");
      Xml.attribute(attributes, "xlink:href", reference.href());
      Xml.attribute(attributes, "xlink:role", reference.role());
      line("<eb:Reference" + attributes + "/>");
    }
    close("eb:Manifest");
  }

  private void statusResponse(Content.StatusResponse response) {
    open(
        "eb:StatusResponse",
        " eb:version=\"2.0\" eb:messageStatus=\"" + response.status().text() + "\"");
    text("eb:RefToMessageId", response.refToMessageId());
    time("eb:Timestamp", response.timestamp());
    close("eb:StatusResponse");
  }

  private void typed(String name, @Nullable String type, String value) {
    newLine();
    out.append('<').append(name);
    Xml.attribute(out, "eb:type", type);
    out.append('>').append(Xml.text(value)).append("</").append(name).append('>');
  }

  /** Writes an element with a text; nothing without one. */
  private void text(String name, @Nullable String value) {
    if (value != null) {
      typed(name, null, value);
    }
  }

  private void time(String name, @Nullable Instant moment) {
    text(name, moment == null ? null : XsDateTime.format(moment));
  }

  private void open(String name, String attributes) {
    newLine();
    out.append('<').append(name).append(attributes).append('>');
    depth++;
  }

  private void close(String name) {
    depth--;
    newLine();
    out.append("</").append(name).append('>');
  }

  private void line(String markup) {
    newLine();
    out.append(markup);
  }

  private void newLine() {
    out.append('\n');
    out.repeat("    ", depth);
  }
}

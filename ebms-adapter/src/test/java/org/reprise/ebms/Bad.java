package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.reprise.ebms.EbmsClient.Answer;
import org.reprise.ebms.envelope.EbmsError;
import org.reprise.ebms.envelope.Envelope;
import org.reprise.ebms.envelope.MessageHeader;

/**
 * A bad message and what comes of it.
 *
 * @param addressed whether the report can name the parties, for the header could be read
 */
@SuppressWarnings("ArrayRecordComponent") // never changed
record Bad(
    String name,
    String contentType,
    byte[] body,
    int status,
    String code,
    String location,
    boolean addressed) {
  static final String HEADER = "/soap:Envelope/soap:Header/eb:MessageHeader";
  static final String XML = "text/xml; charset=UTF-8";

  @Override
  public String toString() {
    return name;
  }

  static Bad xml(String name, String document, String code, String location) {
    return new Bad(name, XML, utf8(document), 500, code, location, true);
  }

  static Bad unaddressed(String name, String document, int status, String code, String location) {
    return new Bad(name, XML, utf8(document), status, code, location, false);
  }

  /** The same, where the answer names the message, since its envelope could be read. */
  Bad named() {
    return new Bad(name, contentType, body, status, code, location, true);
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static String good() {
    return Messages.ping("bad", "good@tests");
  }

  static Bad changed(String name, String from, String to, String code, String location) {
    String document = good();
    assertThat(document).contains(from);
    return xml(name, document.replace(from, to), code, location);
  }

  static Bad unread(String name, String from, String to, String code, String location) {
    Bad bad = changed(name, from, to, code, location);
    return new Bad(name, XML, bad.body(), 500, code, location, false);
  }

  void assertRefused(Answer answer) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
    assertThat(answer.header("Content-Type")).startsWith("text/xml");
    Envelope report = answer.envelope();
    assertThat(report.errorList()).isNotNull();
    List<EbmsError> errors = Objects.requireNonNull(report.errorList()).errors();
    assertThat(errors).hasSize(1);
    assertThat(errors.getFirst().code()).as(answer.toString()).isEqualTo(code);
    assertThat(errors.getFirst().location()).as(answer.toString()).isEqualTo(location);
    assertThat(errors.getFirst().description()).isNotBlank();
    assertThat(answer.body())
        .doesNotContain("Exception", "at org.", "java.", "root:x:")
        .contains("soap:Fault");
    MessageHeader header = report.header();
    if (addressed) {
      assertThat(header).as(answer.toString()).isNotNull();
      assertThat(Objects.requireNonNull(header).action()).isEqualTo("MessageError");
      assertThat(header.messageData().refToMessageId()).isIn("good@tests", "a@b");
    } else {
      assertThat(header).as(answer.toString()).isNull();
    }
  }
}

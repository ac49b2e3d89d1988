package org.reprise.ebms;

import static org.reprise.ebms.Bad.HEADER;
import static org.reprise.ebms.Bad.changed;
import static org.reprise.ebms.Bad.unaddressed;
import static org.reprise.ebms.Bad.unread;
import static org.reprise.ebms.Bad.xml;

import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A message against its agreement or the standard is refused with the error and its place. */
class BadMessagesIT {
  private static final EbmsServer SERVER = EbmsServer.shared();

  @BeforeAll
  static void agree() {
    SERVER.agree(Cpas.named("bad").synchronous());
    SERVER.agree(Cpas.named("bad-proposed").status("proposed"));
    SERVER.agree(Cpas.named("bad-ended").between("2001-01-01T00:00:00Z", "2002-01-01T00:00:00Z"));
    SERVER.agree(Cpas.named("bad-future").between("2090-01-01T00:00:00Z", "2092-01-01T00:00:00Z"));
    SERVER.agree(Cpas.named("bad-host").alphaAt("http://169.254.169.254/latest/meta-data"));
  }

  static Stream<Bad> agreements() {
    return Stream.of(
        xml(
            "unknown agreement",
            Messages.ping("nobody", "a@b"),
            "ValueNotRecognized",
            HEADER + "/eb:CPAId"),
        xml(
            "not agreed",
            Messages.ping("bad-proposed", "a@b"),
            "ValueNotRecognized",
            HEADER + "/eb:CPAId"),
        xml("ended", Messages.ping("bad-ended", "a@b"), "ValueNotRecognized", HEADER + "/eb:CPAId"),
        xml(
            "not yet",
            Messages.ping("bad-future", "a@b"),
            "ValueNotRecognized",
            HEADER + "/eb:CPAId"),
        unaddressed(
                "endpoint on an internal host",
                Messages.ping("bad-host", "a@b"),
                503,
                "DeliveryFailure",
                "/")
            .named(),
        changed(
            "foreign sender",
            Cpas.ALPHA,
            "007",
            "ValueNotRecognized",
            HEADER + "/eb:From/eb:PartyId"),
        changed(
            "sender that is named twice",
            "</e:PartyId></e:From>",
            "</e:PartyId><e:PartyId e:type=\"urn:osb:oin\">" + Cpas.ALPHA + "</e:PartyId></e:From>",
            "ValueNotRecognized",
            HEADER + "/eb:From/eb:PartyId"),
        changed(
            "foreign receiver",
            Cpas.BETA,
            "007",
            "ValueNotRecognized",
            HEADER + "/eb:To/eb:PartyId"),
        changed("same party", Cpas.BETA, Cpas.ALPHA, "Inconsistent", HEADER + "/eb:To"),
        changed(
            "type of another kind",
            "urn:osb:oin\">" + Cpas.ALPHA,
            "urn:x\">" + Cpas.ALPHA,
            "ValueNotRecognized",
            HEADER + "/eb:From/eb:PartyId"),
        changed(
            "a second identifier of somebody else",
            "</e:PartyId></e:From>",
            "</e:PartyId><e:PartyId>x</e:PartyId></e:From>",
            "ValueNotRecognized",
            HEADER + "/eb:From/eb:PartyId"),
        changed(
            "unknown signal", ">Ping<", ">Pingpong<", "ValueNotRecognized", HEADER + "/eb:Action"),
        changed(
            "unknown service",
            ">urn:oasis:names:tc:ebxml-msg:service<",
            ">urn:x<",
            "ValueNotRecognized",
            HEADER + "/eb:Action"),
        xml(
            "expired",
            Messages.signal(
                "bad", "a@b", "Ping", "<e:TimeToLive>2020-01-01T00:00:00Z</e:TimeToLive>", "", ""),
            "TimeToLiveExpired",
            HEADER + "/eb:MessageData/eb:TimeToLive"),
        xml(
            "status request without one",
            Messages.signal("bad", "a@b", "StatusRequest", "", "", ""),
            "Inconsistent",
            "/soap:Envelope/soap:Body"),
        xml(
            "business message that asks for less than agreed",
            Messages.envelope(
                Messages.header(Cpas.ALPHA, Cpas.BETA, "bad", "orders", "order", "a@b", "")
                    .replace("<e:Service>", "<e:Service e:type='urn:services'>"),
                ""),
            "Inconsistent",
            "/soap:Envelope/soap:Header/eb:AckRequested"));
  }

  static Stream<Bad> headers() {
    return Stream.of(
        unread(
            "wrong version",
            "e:version=\"2.0\"",
            "e:version=\"3.0\"",
            "NotSupported",
            HEADER + "/@eb:version"),
        unread("no version", "e:version=\"2.0\" ", "", "NotSupported", HEADER + "/@eb:version"),
        unread("empty agreement", ">bad<", "><", "ValueNotRecognized", HEADER + "/eb:CPAId"),
        unread("no action", "<e:Action>Ping</e:Action>", "", "OtherXml", HEADER),
        unread(
            "no sender",
            "<e:PartyId e:type=\"urn:osb:oin\">" + Cpas.ALPHA + "</e:PartyId>",
            "",
            "OtherXml",
            HEADER + "/eb:From"),
        unread(
            "two agreements",
            "<e:ConversationId>",
            "<e:CPAId>x</e:CPAId><e:ConversationId>",
            "OtherXml",
            HEADER),
        unread(
            "wrong order",
            "<e:MessageId>good@tests</e:MessageId>",
            "",
            "OtherXml",
            HEADER + "/eb:MessageData"),
        unread(
            "no timestamp",
            "2026-11-21T10:00:00Z",
            "yesterday",
            "ValueNotRecognized",
            HEADER + "/eb:MessageData/eb:Timestamp"),
        unread(
            "line breaks in the id",
            "good@tests",
            "good&#13;&#10;Set-Cookie: x@tests",
            "ValueNotRecognized",
            HEADER + "/eb:MessageData/eb:MessageId"),
        unread(
            "markup in the id",
            "good@tests",
            "&lt;b>@tests",
            "ValueNotRecognized",
            HEADER + "/eb:MessageData/eb:MessageId"),
        unread(
            "line break in the agreement",
            ">bad<",
            ">b&#10;d<",
            "ValueNotRecognized",
            HEADER + "/eb:CPAId"),
        unread(
            "control character of ISO 8859 in the agreement",
            ">bad<",
            ">b&#x85;d<",
            "ValueNotRecognized",
            HEADER + "/eb:CPAId"),
        unread(
            "long id",
            "good@tests",
            "x".repeat(1001),
            "ValueNotRecognized",
            HEADER + "/eb:MessageData/eb:MessageId"),
        changed(
            "mandatory header of somebody",
            "</S:Header>",
            "<w:Security xmlns:w='urn:w' S:mustUnderstand='1'/></S:Header>",
            "NotSupported",
            "/soap:Envelope/soap:Header/*"),
        changed(
            "unknown header of ebMS",
            "</S:Header>",
            "<e:MessageOrder e:version='2.0' S:mustUnderstand='1'><e:SequenceNumber>0"
                + "</e:SequenceNumber></e:MessageOrder></S:Header>",
            "NotSupported",
            "/soap:Envelope/soap:Header/*"),
        xml(
            "two headers",
            Messages.envelope(
                Messages.header(Cpas.ALPHA, Cpas.BETA, "bad", "s", "Ping", "a@b", "").repeat(2),
                ""),
            "Inconsistent",
            HEADER),
        changed(
            "unknown body",
            "<S:Body></S:Body>",
            "<S:Body><e:Order/></S:Body>",
            "NotSupported",
            "/soap:Envelope/soap:Body/eb:Order"),
        changed(
            "two bodies", "<S:Body></S:Body>", "<S:Body/><S:Body/>", "OtherXml", "/soap:Envelope"),
        unaddressed(
            "no header", Messages.envelope("", ""), 500, "OtherXml", "/soap:Envelope/soap:Header"));
  }

  @ParameterizedTest
  @MethodSource({"agreements", "headers"})
  void refusesBadMessages(Bad bad) {
    bad.assertRefused(SERVER.client("", "").message(bad.contentType(), bad.body()));
  }
}

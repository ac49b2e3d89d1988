package org.reprise.ebms;

import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

/** Agreements for tests: two parties, a channel for signals and one for business messages each. */
public final class Cpas {
  /** The first party's identifier; its type is {@code urn:osb:oin}. */
  public static final String ALPHA = "00000001000000000001";

  /** The second party's. */
  public static final String BETA = "00000002000000000002";

  private String cpaId = "cpa";
  private String status = "agreed";
  private String start = "2020-01-01T00:00:00Z";
  private String end = "2099-12-31T23:59:59Z";
  private String syncReplyMode = "none";
  private String businessReplyMode = "none";
  private String reliability = "always";
  private String acknowledgmentSignatures = "never";
  private int retries = 3;
  private String retryInterval = "PT2M";
  private String persistDuration = "P1D";
  private String alphaEndpoint = "http://127.0.0.1:9/ebms";
  private String alphaErrors = "";
  private String betaEndpoint = "http://127.0.0.1:9/ebms";
  private final Map<String, Secured> secured = new HashMap<>();
  private String signatureAlgorithm = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";
  private String hashFunction = "http://www.w3.org/2001/04/xmlenc#sha256";
  private String encryptionAlgorithm = "http://www.w3.org/2009/xmlenc11#aes256-gcm";
  private String characteristics = "";

  /** The certificates of one party. */
  private record Secured(String certificates, boolean encrypts) {}

  /** An agreement that holds now, with answers as messages of their own. */
  public static Cpas named(String cpaId) {
    Cpas cpa = new Cpas();
    cpa.cpaId = cpaId;
    return cpa;
  }

  /** The agreement's status. */
  public Cpas status(String value) {
    status = value;
    return this;
  }

  /** When the agreement holds. */
  public Cpas between(String from, String to) {
    start = from;
    end = to;
    return this;
  }

  /** Answers in the HTTP response. */
  public Cpas synchronous() {
    syncReplyMode = "signalsAndResponse";
    return this;
  }

  /** Acknowledges business messages in the HTTP response. */
  public Cpas acknowledgingInResponse() {
    businessReplyMode = "mshSignalsOnly";
    return this;
  }

  /** Acknowledgments and duplicate elimination of business messages: always, never, perMessage. */
  public Cpas reliable(String when) {
    reliability = when;
    return this;
  }

  /** How often and after which time, as xs:duration, business messages are sent again. */
  public Cpas retries(int count, String interval) {
    retries = count;
    retryInterval = interval;
    return this;
  }

  /** How long received messages are known, as xs:duration. */
  public Cpas persist(String duration) {
    persistDuration = duration;
    return this;
  }

  /** Where ALPHA receives. */
  public Cpas alphaAt(String endpoint) {
    alphaEndpoint = endpoint;
    return this;
  }

  /** Where ALPHA receives reports of errors, if not where it receives all the rest. */
  public Cpas alphaErrorsAt(String endpoint) {
    alphaErrors = endpoint;
    return this;
  }

  /** Where BETA receives. */
  public Cpas betaAt(String endpoint) {
    betaEndpoint = endpoint;
    return this;
  }

  /** Business messages are signed, and so are their acknowledgments. */
  public Cpas signed(X509Certificate alpha, X509Certificate beta) {
    acknowledgmentSignatures = "always";
    characteristics =
        "c:isNonRepudiationRequired=\"true\" c:isNonRepudiationReceiptRequired=\"true\""
            + " c:isConfidential=\"transient\"";
    secured.put("A", new Secured(certificate("A", alpha), false));
    secured.put("B", new Secured(certificate("B", beta), false));
    return this;
  }

  /** Acknowledgments are signed, and nothing else. */
  public Cpas signedAcknowledgments(X509Certificate alpha, X509Certificate beta) {
    signed(alpha, beta);
    characteristics =
        characteristics.replace(
            "isNonRepudiationRequired=\"true\"", "isNonRepudiationRequired=\"false\"");
    return this;
  }

  /** Business messages are signed, and their payloads encrypted. */
  public Cpas encrypted(X509Certificate alpha, X509Certificate beta) {
    signed(alpha, beta);
    characteristics = characteristics.replace("transient", "transient-and-persistent");
    secured.replaceAll((party, with) -> new Secured(with.certificates(), true));
    return this;
  }

  /** Other algorithms. */
  public Cpas algorithms(String signature, String hash, String encryption) {
    signatureAlgorithm = signature;
    hashFunction = hash;
    encryptionAlgorithm = encryption;
    return this;
  }

  private static String certificate(String party, X509Certificate certificate) {
    try {
      return """
        <c:Certificate c:certId="%s-certificate"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>
        %s</ds:X509Certificate></ds:X509Data></ds:KeyInfo></c:Certificate>
      """
          .formatted(party, Base64.getMimeEncoder().encodeToString(certificate.getEncoded()));
    } catch (CertificateEncodingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private String signing(String party) {
    return secured.containsKey(party)
        ? """
            <c:ebXMLSenderBinding c:version="2.0">
              <c:SenderNonRepudiation>
                <c:NonRepudiationProtocol>http://www.w3.org/2000/09/xmldsig#</c:NonRepudiationProtocol>
                <c:HashFunction>%2$s</c:HashFunction>
                <c:SignatureAlgorithm>%3$s</c:SignatureAlgorithm>
                <c:SigningCertificateRef c:certId="%1$s-certificate"/>
              </c:SenderNonRepudiation>
            </c:ebXMLSenderBinding>
        """
            .formatted(party, hashFunction, signatureAlgorithm)
        : "";
  }

  private String encryption(String party) {
    return secured.containsKey(party) && secured.get(party).encrypts()
        ? """
              <c:ReceiverDigitalEnvelope>
                <c:DigitalEnvelopeProtocol c:version="1.0">http://www.w3.org/2001/04/xmlenc#</c:DigitalEnvelopeProtocol>
                <c:EncryptionAlgorithm>%s</c:EncryptionAlgorithm>
                <c:EncryptionCertificateRef c:certId="%s-certificate"/>
              </c:ReceiverDigitalEnvelope>
        """
            .formatted(encryptionAlgorithm, party)
        : "";
  }

  private String sender(String party) {
    return secured.containsKey(party)
        ? """
            <c:TransportSender>
              <c:TransportProtocol c:version="1.1">HTTP</c:TransportProtocol>
        %s    </c:TransportSender>
        """
            .formatted(transportSecurity(party, "Client"))
        : "";
  }

  private String transportSecurity(String party, String direction) {
    return secured.containsKey(party)
        ? """
              <c:Transport%1$sSecurity>
                <c:TransportSecurityProtocol c:version="1.2">TLS</c:TransportSecurityProtocol>
                <c:%1$sCertificateRef c:certId="%2$s-certificate"/>
              </c:Transport%1$sSecurity>
        """
            .formatted(direction, party)
        : "";
  }

  /** The document. */
  public String xml() {
    return """
    <?xml version="1.0"?>
    <c:CollaborationProtocolAgreement xmlns:c="http://www.oasis-open.org/committees/ebxml-cppa/schema/cpp-cpa-2_0.xsd"
        xmlns:xlink="http://www.w3.org/1999/xlink" c:cpaid="%s" c:version="1.0">
      <c:Status c:value="%s"/>
      <c:Start>%s</c:Start>
      <c:End>%s</c:End>
    """
            .formatted(cpaId, status, start, end)
        + party("A", ALPHA, alphaEndpoint, "CanSend")
        + party("B", BETA, betaEndpoint, "CanReceive")
        + "</c:CollaborationProtocolAgreement>\n";
  }

  private String party(String name, String oin, String endpoint, String can) {
    return """
      <c:PartyInfo c:partyName="Party %1$s" c:defaultMshChannelId="%1$s-signals" c:defaultMshPackageId="p">
        <c:PartyId c:type="urn:osb:oin">%2$s</c:PartyId>%6$s
        <c:CollaborationRole>
          <c:Role c:name="%1$s" xlink:href="urn:role"/>
          <c:ServiceBinding>
            <c:Service c:type="urn:services">orders</c:Service>
            <c:%5$s>
              <c:ThisPartyActionBinding c:id="%1$s-order" c:action="order" c:packageId="p">%7$s
                <c:ChannelId>%1$s-reliable</c:ChannelId>
              </c:ThisPartyActionBinding>
            </c:%5$s>
          </c:ServiceBinding>
        </c:CollaborationRole>
        <c:DeliveryChannel c:channelId="%1$s-signals" c:docExchangeId="%1$s-plain" c:transportId="%1$s-http">
          <c:MessagingCharacteristics c:syncReplyMode="%4$s" c:ackRequested="never" c:duplicateElimination="never"/>
        </c:DeliveryChannel>
        <c:DeliveryChannel c:channelId="%1$s-reliable" c:docExchangeId="%1$s-again" c:transportId="%1$s-http">
          <c:MessagingCharacteristics c:syncReplyMode="%12$s" c:ackRequested="%13$s" c:duplicateElimination="%13$s" c:ackSignatureRequested="%17$s"/>
        </c:DeliveryChannel>
        <c:Transport c:transportId="%1$s-http">%10$s
          <c:TransportReceiver>
            <c:TransportProtocol c:version="1.1">HTTP</c:TransportProtocol>
            <c:Endpoint c:uri="%3$s" c:type="allPurpose"/>%18$s%11$s
          </c:TransportReceiver>
        </c:Transport>
        <c:DocExchange c:docExchangeId="%1$s-plain">%8$s
          <c:ebXMLReceiverBinding c:version="2.0"/>
        </c:DocExchange>
        <c:DocExchange c:docExchangeId="%1$s-again">%8$s
          <c:ebXMLReceiverBinding c:version="2.0">
            <c:ReliableMessaging>
              <c:Retries>%14$d</c:Retries>
              <c:RetryInterval>%15$s</c:RetryInterval>
              <c:MessageOrderSemantics>NotGuaranteed</c:MessageOrderSemantics>
            </c:ReliableMessaging>
            <c:PersistDuration>%16$s</c:PersistDuration>%9$s
          </c:ebXMLReceiverBinding>
        </c:DocExchange>
      </c:PartyInfo>
    """
        .formatted(
            name,
            oin,
            endpoint,
            syncReplyMode,
            can,
            secured.containsKey(name) ? secured.get(name).certificates() : "",
            characteristics.isEmpty()
                ? ""
                : "<c:BusinessTransactionCharacteristics " + characteristics + "/>",
            signing(name),
            encryption(name),
            sender(name),
            transportSecurity(name, "Server"),
            businessReplyMode,
            reliability,
            retries,
            retryInterval,
            persistDuration,
            acknowledgmentSignatures,
            alphaErrors.isEmpty() || !name.equals("A")
                ? ""
                : "<c:Endpoint c:uri=\"" + alphaErrors + "\" c:type=\"error\"/>");
  }
}

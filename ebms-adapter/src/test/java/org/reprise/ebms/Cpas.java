package org.reprise.ebms;

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
  private int retries = 3;
  private String retryInterval = "PT2M";
  private String persistDuration = "P1D";
  private String alphaEndpoint = "http://127.0.0.1:9/ebms";
  private String betaEndpoint = "http://127.0.0.1:9/ebms";

  /** An agreement that holds now, with answers as messages of their own. */
  public static Cpas named(String cpaId) {
    Cpas cpa = new Cpas();
    cpa.cpaId = cpaId;
    return cpa;
  }

  /** Agreed, or not. */
  public Cpas status(String value) {
    status = value;
    return this;
  }

  /** From when to when. */
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

  /** Whether business messages are acknowledged and come once: always, never, perMessage. */
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

  /** Where BETA receives. */
  public Cpas betaAt(String endpoint) {
    betaEndpoint = endpoint;
    return this;
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
        <c:PartyId c:type="urn:osb:oin">%2$s</c:PartyId>
        <c:CollaborationRole>
          <c:Role c:name="%1$s" xlink:href="urn:role"/>
          <c:ServiceBinding>
            <c:Service c:type="urn:services">orders</c:Service>
            <c:%5$s>
              <c:ThisPartyActionBinding c:id="%1$s-order" c:action="order" c:packageId="p">
                <c:ChannelId>%1$s-reliable</c:ChannelId>
              </c:ThisPartyActionBinding>
            </c:%5$s>
          </c:ServiceBinding>
        </c:CollaborationRole>
        <c:DeliveryChannel c:channelId="%1$s-signals" c:docExchangeId="%1$s-plain" c:transportId="%1$s-http">
          <c:MessagingCharacteristics c:syncReplyMode="%4$s" c:ackRequested="never" c:duplicateElimination="never"/>
        </c:DeliveryChannel>
        <c:DeliveryChannel c:channelId="%1$s-reliable" c:docExchangeId="%1$s-again" c:transportId="%1$s-http">
          <c:MessagingCharacteristics c:syncReplyMode="%6$s" c:ackRequested="%7$s" c:duplicateElimination="%7$s" c:ackSignatureRequested="never"/>
        </c:DeliveryChannel>
        <c:Transport c:transportId="%1$s-http">
          <c:TransportReceiver>
            <c:TransportProtocol c:version="1.1">HTTP</c:TransportProtocol>
            <c:Endpoint c:uri="%3$s" c:type="allPurpose"/>
          </c:TransportReceiver>
        </c:Transport>
        <c:DocExchange c:docExchangeId="%1$s-plain">
          <c:ebXMLReceiverBinding c:version="2.0"/>
        </c:DocExchange>
        <c:DocExchange c:docExchangeId="%1$s-again">
          <c:ebXMLReceiverBinding c:version="2.0">
            <c:ReliableMessaging>
              <c:Retries>%8$d</c:Retries>
              <c:RetryInterval>%9$s</c:RetryInterval>
              <c:MessageOrderSemantics>NotGuaranteed</c:MessageOrderSemantics>
            </c:ReliableMessaging>
            <c:PersistDuration>%10$s</c:PersistDuration>
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
            businessReplyMode,
            reliability,
            retries,
            retryInterval,
            persistDuration);
  }
}

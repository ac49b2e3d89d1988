package org.reprise.ebms.envelope;

/** Namespaces and fixed identifiers of ebMS 2.0. */
public final class Namespaces {
  public static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";

  /** Elements and attributes of ebMS 2.0. */
  public static final String EB =
      "http://www.oasis-open.org/committees/ebxml-msg/schema/msg-header-2_0.xsd";

  public static final String DS = "http://www.w3.org/2000/09/xmldsig#";

  public static final String XLINK = "http://www.w3.org/1999/xlink";

  /** The service of all signals between message handlers. */
  public static final String SIGNALS = "urn:oasis:names:tc:ebxml-msg:service";

  /** What error codes belong to. */
  public static final String ERRORS = "urn:oasis:names:tc:ebxml-msg:service:errors";

  /** The actor of SOAP 1.1 for the next node that gets the message. */
  public static final String ACTOR_NEXT = "http://schemas.xmlsoap.org/soap/actor/next";

  /** The actor for the next message handler on the way. */
  public static final String ACTOR_NEXT_MSH = "urn:oasis:names:tc:ebxml-msg:actor:nextMSH";

  static final String ACTOR_TO_PARTY_MSH = "urn:oasis:names:tc:ebxml-msg:actor:toPartyMSH";

  private Namespaces() {}
}

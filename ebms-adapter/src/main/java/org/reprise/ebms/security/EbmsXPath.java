package org.reprise.ebms.security;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.reprise.ebms.envelope.Namespaces;
import org.w3c.dom.Element;

/**
 * The one XPath filter of ebMS 2.0 (section 4.1.3): all but what is for the next message handler.
 * It is recognised, in the forms in which message handlers write it, and never evaluated: any other
 * expression could leave out what a message is checked against.
 */
final class EbmsXPath {
  // The text of the standard has both names of the second actor, in sections 2.3.10 and 4.1.3.
  private static final Set<String> ACTORS =
      Set.of(
          Namespaces.ACTOR_NEXT,
          Namespaces.ACTOR_NEXT_MSH,
          "urn:oasis:names:tc:ebxml-msg:service:nextMSH");
  private static final String STEP = "ancestor-or-self::(?:node\\(\\)|\\*)";
  private static final String ACTOR = "@([\\w.-]+):actor=(?:\"([^\"]*)\"|'([^']*)')";
  private static final Pattern TWO_STEPS =
      Pattern.compile("not\\(%1$s\\[%2$s](?:\\||or)%1$s\\[%2$s]\\)".formatted(STEP, ACTOR));
  private static final Pattern ONE_STEP =
      Pattern.compile("not\\(%1$s\\[%2$sor%2$s]\\)".formatted(STEP, ACTOR));

  private EbmsXPath() {}

  /** The actors whose elements a ds:XPath leaves out; empty where it is not the filter of ebMS. */
  static Optional<Set<String>> actors(Element xpath) {
    String expression = xpath.getTextContent().replaceAll("\\s", "");
    for (Pattern pattern : new Pattern[] {TWO_STEPS, ONE_STEP}) {
      Matcher matcher = pattern.matcher(expression);
      if (matcher.matches()) {
        return actors(xpath, matcher);
      }
    }
    return Optional.empty();
  }

  private static Optional<Set<String>> actors(Element xpath, Matcher matcher) {
    String first = matcher.group(2) == null ? matcher.group(3) : matcher.group(2);
    String second = matcher.group(5) == null ? matcher.group(6) : matcher.group(5);
    boolean known =
        isSoap(xpath, matcher.group(1))
            && isSoap(xpath, matcher.group(4))
            && !first.equals(second)
            && ACTORS.contains(first)
            && ACTORS.contains(second);
    return known ? Optional.of(Set.of(first, second)) : Optional.empty();
  }

  private static boolean isSoap(Element xpath, String prefix) {
    return Namespaces.SOAP.equals(xpath.lookupNamespaceURI(prefix));
  }
}

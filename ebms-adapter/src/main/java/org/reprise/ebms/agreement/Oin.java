package org.reprise.ebms.agreement;

import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.naming.InvalidNameException;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

/**
 * The identification number of an organisation (Organisatie-identificatienummer): twenty digits, in
 * the attribute serialNumber of the subject of its certificates (Digikoppeling Identificatie en
 * Authenticatie).
 */
public final class Oin {
  /** The type of a PartyId that is one. */
  public static final String TYPE = "urn:osb:oin";

  private static final String SERIAL_NUMBER = "2.5.4.5";
  private static final Pattern DIGITS = Pattern.compile("\\d{20}");

  private Oin() {}

  /** The number in a certificate; empty where it has none, or several. */
  public static Optional<String> of(X509Certificate certificate) {
    try {
      LdapName subject =
          new LdapName(
              certificate
                  .getSubjectX500Principal()
                  .getName("RFC2253", Map.of(SERIAL_NUMBER, "serialNumber")));
      var found =
          subject.getRdns().stream()
              .flatMap(rdn -> values(rdn).stream())
              .filter(value -> DIGITS.matcher(value).matches())
              .distinct()
              .toList();
      return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
    } catch (InvalidNameException e) {
      return Optional.empty();
    }
  }

  // An RDN may have several attributes.
  private static List<String> values(Rdn rdn) {
    try {
      Attribute numbers = rdn.toAttributes().get("serialNumber");
      return numbers == null
          ? List.of()
          : Collections.list(numbers.getAll()).stream()
              .map(number -> String.valueOf(number).strip())
              .toList();
    } catch (NamingException e) {
      return List.of();
    }
  }
}

package org.reprise.ebms.web;

import java.util.Set;
import org.apache.tomcat.util.buf.EncodedSolidusHandling;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.StrictHttpFirewall;

/**
 * Identifiers of messages and agreements may hold slashes (RFC 2822, section 3.2.4), and semicolons
 * and backslashes in quotes; in a path they come as {@code %2F}, {@code %3B} and {@code %5C}.
 * Container and security refuse those where paths are matched after decoding; here paths are split
 * before they are decoded, and every request of the API is authenticated.
 */
@Configuration(proxyBeanMethods = false)
class SlashesInPaths {
  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> slashesPassThrough() {
    return factory ->
        factory.addConnectorCustomizers(connector -> {
          String handling = EncodedSolidusHandling.PASS_THROUGH.getValue();
          connector.setEncodedSolidusHandling(handling);
          connector.setEncodedReverseSolidusHandling(handling);
        });
  }

  @Bean
  HttpFirewall slashesInPathsFirewall() {
    StrictHttpFirewall firewall = new StrictHttpFirewall();
    firewall.setAllowUrlEncodedSlash(true);
    firewall.setAllowUrlEncodedPercent(true);
    Set<String> escapes =
        Set.of("%3b", "%3B", "%5c", "%5C", "%2f%2f", "%2f%2F", "%2F%2f", "%2F%2F");
    firewall.getEncodedUrlBlocklist().removeAll(escapes);
    // The container passes them through. A semicolon as it stands in an address, not encoded, would
    // begin a parameter of the path.
    firewall.getDecodedUrlBlocklist().removeAll(escapes);
    firewall.getDecodedUrlBlocklist().remove(";");
    return firewall;
  }
}

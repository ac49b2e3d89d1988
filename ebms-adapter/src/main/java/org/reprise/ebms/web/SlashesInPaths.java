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
 * in quotes; in a path they come as {@code %2F} and {@code %3B}. Container and security refuse
 * those where paths are matched after decoding; here paths are split before they are decoded, and
 * every request of the API is authenticated.
 */
@Configuration(proxyBeanMethods = false)
class SlashesInPaths {
  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> slashesPassThrough() {
    return factory ->
        factory.addConnectorCustomizers(connector ->
            connector.setEncodedSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue()));
  }

  @Bean
  HttpFirewall slashesInPathsFirewall() {
    StrictHttpFirewall firewall = new StrictHttpFirewall();
    firewall.setAllowUrlEncodedSlash(true);
    firewall.setAllowUrlEncodedPercent(true);
    // As it stands in an address, not encoded, it would begin a parameter of the path.
    firewall.getEncodedUrlBlocklist().removeAll(Set.of("%3b", "%3B"));
    firewall.getDecodedUrlBlocklist().remove(";");
    return firewall;
  }
}

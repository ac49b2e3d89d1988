package org.reprise.content.web;

import jakarta.servlet.http.HttpServletRequest;
import org.apache.tomcat.util.buf.EncodedSolidusHandling;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.web.firewall.FirewalledRequest;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.StrictHttpFirewall;

/**
 * Names of documents may hold percent signs, semicolons and backslashes; in the paths of CMIS they
 * come as {@code %25}, {@code %3B} and {@code %5C}. Container and security refuse those elsewhere,
 * where paths are matched after decoding. These paths are split before they are decoded.
 */
@Configuration(proxyBeanMethods = false)
class NamesInPaths {
  private static final String PATHS = "/cmis/browser/";

  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> backslashesPassThrough() {
    return factory ->
        factory.addConnectorCustomizers(connector ->
            connector.setEncodedReverseSolidusHandling(
                EncodedSolidusHandling.PASS_THROUGH.getValue()));
  }

  @Bean
  HttpFirewall namesInPathsFirewall() {
    StrictHttpFirewall lenient = new StrictHttpFirewall();
    lenient.setAllowUrlEncodedPercent(true);
    lenient.setAllowSemicolon(true);
    lenient.setAllowBackSlash(true);
    // A name may hold what looks like an escape when the path is decoded.
    lenient.getDecodedUrlBlocklist().removeIf(it -> it.startsWith("%"));
    return new StrictHttpFirewall() {
      @Override
      public FirewalledRequest getFirewalledRequest(HttpServletRequest request) {
        return request.getRequestURI().startsWith(PATHS)
            ? lenient.getFirewalledRequest(request)
            : super.getFirewalledRequest(request);
      }
    };
  }
}

package org.reprise.content.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
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
    HttpFirewall strict = new StrictHttpFirewall();
    StrictHttpFirewall lenient = new StrictHttpFirewall();
    lenient.setAllowUrlEncodedPercent(true);
    lenient.setAllowSemicolon(true);
    lenient.setAllowBackSlash(true);
    // A name may hold what looks like an escape when the path is decoded.
    lenient.getDecodedUrlBlocklist().removeIf(it -> it.startsWith("%"));
    return new HttpFirewall() {
      @Override
      public FirewalledRequest getFirewalledRequest(HttpServletRequest request) {
        HttpFirewall one = request.getRequestURI().startsWith(PATHS) ? lenient : strict;
        return one.getFirewalledRequest(request);
      }

      @Override
      public HttpServletResponse getFirewalledResponse(HttpServletResponse response) {
        return strict.getFirewalledResponse(response);
      }
    };
  }
}

package org.reprise.ebms.security;

import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfig.CertificateVerification;
import org.apache.tomcat.util.net.SSLUtil;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.ssl.SslBundleRegistrar;
import org.springframework.boot.tomcat.TomcatConnectorCustomizer;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** TLS of the servlet container, where there is a key. */
@Configuration(proxyBeanMethods = false)
class SecurityBeans {
  @Bean
  @ConditionalOnProperty(Tls.KEY_STORE)
  SslBundleRegistrar ebmsBundle(Tls tls) {
    return registry -> registry.registerBundle(Tls.BUNDLE, tls.bundle());
  }

  /** Gives the container our trust manager: its own know no revocation lists that change. */
  @Bean
  @ConditionalOnProperty(name = "server.ssl.bundle", havingValue = Tls.BUNDLE)
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> ebmsTrust(Tls tls) {
    TomcatConnectorCustomizer customizer =
        connector -> {
          if (connector.getProtocolHandler() instanceof AbstractHttp11Protocol<?> protocol) {
            for (SSLHostConfig host : protocol.findSslHostConfigs()) {
              configure(host, tls);
            }
          }
        };
    return factory -> factory.addConnectorCustomizers(customizer);
  }

  private static void configure(SSLHostConfig host, Tls tls) {
    // Clients of the management API have credentials instead of certificates.
    if (host.getCertificateVerification() == CertificateVerification.NONE) {
      host.setCertificateVerification("optional");
    }
    host.getCertificates()
        .forEach(certificate ->
            certificate.setSslContext(
                SSLUtil.createSSLContext(tls.context(), tls.keyManager(), tls.trustManager())));
  }
}

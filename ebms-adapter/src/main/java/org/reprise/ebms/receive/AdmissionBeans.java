package org.reprise.ebms.receive;

import io.micrometer.core.instrument.MeterRegistry;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.connector.Connector;
import org.apache.coyote.AbstractProtocol;
import org.reprise.kit.work.Loops;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts the queue of requests in the place of the container's. */
@Configuration(proxyBeanMethods = false)
class AdmissionBeans {
  /** Of all connections, how many may have a request that waits before the queue is kept short. */
  private static final double WAITING = 0.25;

  @Bean
  Admission admission(AdmissionSettings settings) {
    return new Admission(settings, System::nanoTime);
  }

  @Bean
  RequestQueue requestQueue(Admission admission, Loops loops) {
    return new RequestQueue(admission, loops);
  }

  /** Comes after Spring Boot's own, which starts a virtual thread for each request at once. */
  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> requestsInTheirQueue(
      RequestQueue queue, Admission admission, MeterRegistry registry) {
    AdmissionMeters meters = new AdmissionMeters(admission, registry);
    return factory ->
        factory.addConnectorCustomizers(connector -> {
          connector.getProtocolHandler().setExecutor(queue);
          // Its adapter is made when it is initialized.
          connector.addLifecycleListener(event -> {
            if (event.getType().equals(Lifecycle.AFTER_INIT_EVENT)) {
              refuse(connector, admission, meters);
            }
          });
        });
  }

  private static void refuse(Connector connector, Admission admission, AdmissionMeters meters) {
    AbstractProtocol<?> protocol = (AbstractProtocol<?>) connector.getProtocolHandler();
    admission.maxWaiting((int) (protocol.getMaxConnections() * WAITING));
    protocol.setAdapter(new RefusingAdapter(protocol.getAdapter(), meters));
  }
}

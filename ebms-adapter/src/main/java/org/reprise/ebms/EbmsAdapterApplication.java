package org.reprise.ebms;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** Receives and sends messages of ebMS 2.0. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class EbmsAdapterApplication {
  public static void main(String[] args) {
    SpringApplication.run(EbmsAdapterApplication.class, args);
  }
}

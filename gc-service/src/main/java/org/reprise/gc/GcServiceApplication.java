package org.reprise.gc;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The service of global configurations. */
@SpringBootApplication
public class GcServiceApplication {
  public static void main(String[] args) {
    SpringApplication.run(GcServiceApplication.class, args);
  }
}

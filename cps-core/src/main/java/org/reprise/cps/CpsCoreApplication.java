package org.reprise.cps;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Serves the store by the REST API of ONAP CPS core. */
@SpringBootApplication
public class CpsCoreApplication {
  public static void main(String[] args) {
    SpringApplication.run(CpsCoreApplication.class, args);
  }
}

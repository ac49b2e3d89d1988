package org.reprise.trs;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Change management, quality management and requirements management with their feeds. */
@SpringBootApplication
public class TrsFeedApplication {
  public static void main(String[] args) {
    SpringApplication.run(TrsFeedApplication.class, args);
  }
}

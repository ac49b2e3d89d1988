package org.reprise.ldx;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An index of OSLC links, which is read from tracked resource sets. */
@SpringBootApplication
public class LdxIndexerApplication {
  public static void main(String[] args) {
    SpringApplication.run(LdxIndexerApplication.class, args);
  }
}

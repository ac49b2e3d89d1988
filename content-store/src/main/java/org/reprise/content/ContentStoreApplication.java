package org.reprise.content;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** A content repository with a durable storage area and a bounded cache. */
@SpringBootApplication
public class ContentStoreApplication {
  public static void main(String[] args) {
    SpringApplication.run(ContentStoreApplication.class, args);
  }
}

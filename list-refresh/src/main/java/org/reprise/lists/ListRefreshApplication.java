package org.reprise.lists;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Lists over an inventory, the desks that lend it out, and the import that fills it. */
@SpringBootApplication
public class ListRefreshApplication {
  /** Starts the service. */
  public static void main(String[] args) {
    SpringApplication.run(ListRefreshApplication.class, args);
  }
}

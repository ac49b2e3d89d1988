package org.reprise.lists;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.FilterType;

/** Lists over an inventory, the desks that lend it out, and the import that fills it. */
@SpringBootConfiguration
@EnableAutoConfiguration
@ComponentScan(
    excludeFilters = @ComponentScan.Filter(type = FilterType.CUSTOM, classes = OtherRoles.class))
public class ListRefreshApplication {
  public static void main(String[] args) {
    SpringApplication.run(ListRefreshApplication.class, args);
  }
}

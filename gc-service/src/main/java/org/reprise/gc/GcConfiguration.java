package org.reprise.gc;

import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;

/** What several features use. */
@Configuration(proxyBeanMethods = false)
@ConfigurationPropertiesScan
@EnableScheduling
class GcConfiguration {}

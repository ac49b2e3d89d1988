package org.reprise.oslc.web;

import org.reprise.kit.ServiceKitAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Import;

/**
 * Puts the kit into a service that has it on its class path: errors as {@code oslc:Error}, and the
 * headers {@code OSLC-Core-Version} and {@code Vary}.
 */
@AutoConfiguration(before = ServiceKitAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@Import({CoreVersionFilter.class, OslcErrorShape.class, QueryParameters.class})
public class OslcKitAutoConfiguration {}

package org.reprise.lists.tenant;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.row.Uuids;
import org.reprise.lists.web.Refusal;
import org.reprise.lists.web.Refusal.Parameter;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Gives controllers the tenant and the caller that the headers name. */
@Component
final class TenantArguments implements HandlerMethodArgumentResolver, WebMvcConfigurer {
  static final String TENANT = "X-Okapi-Tenant";
  static final String USER = "X-Okapi-User-Id";
  static final String PERMISSIONS = "X-Okapi-Permissions";

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Tenants tenants;

  TenantArguments(Tenants tenants) {
    this.tenants = tenants;
  }

  @Override
  public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
    resolvers.add(this);
  }

  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    return parameter.getParameterType() == Tenant.class
        || parameter.getParameterType() == Caller.class;
  }

  @Override
  public Object resolveArgument(
      MethodParameter parameter,
      @Nullable ModelAndViewContainer container,
      NativeWebRequest request,
      @Nullable WebDataBinderFactory binders) {
    Tenant tenant = tenant(single(request, TENANT));
    return parameter.getParameterType() == Tenant.class
        ? tenant
        : new Caller(
            tenant, user(single(request, USER)), permissions(single(request, PERMISSIONS)));
  }

  // A proxy or gateway before this service may have used the other one of two values.
  private static @Nullable String single(NativeWebRequest request, String header) {
    String[] values = request.getHeaderValues(header);
    if (values == null || values.length == 0) {
      return null;
    }
    if (values.length > 1) {
      throw invalid(
          header, String.join(", ", values), "The header %s is there twice".formatted(header));
    }
    return values[0];
  }

  private Tenant tenant(@Nullable String name) {
    if (name == null) {
      throw invalid(TENANT, "", "The header X-Okapi-Tenant is missing");
    }
    return tenants
        .find(name)
        .orElseThrow(() -> invalid(TENANT, name, "There is no tenant '%s'".formatted(name)));
  }

  private static @Nullable UUID user(@Nullable String id) {
    if (id == null) {
      return null;
    }
    UUID user = Uuids.parse(id);
    if (user == null) {
      throw invalid(USER, id, "The header X-Okapi-User-Id is no UUID");
    }
    return user;
  }

  private static Set<String> permissions(@Nullable String names) {
    if (names == null || names.isBlank()) {
      return Set.of();
    }
    try {
      return new HashSet<>(List.of(JSON.readValue(names, String[].class)));
    } catch (JacksonException | NullPointerException e) {
      throw invalid(PERMISSIONS, names, "The header X-Okapi-Permissions is no JSON array of names");
    }
  }

  private static Refusal invalid(String header, String value, String message) {
    return new Refusal(
        HttpStatus.BAD_REQUEST, Refusal.INVALID_REQUEST, message, new Parameter(header, value));
  }
}

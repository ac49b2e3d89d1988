package org.reprise.content.cache;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.ToDoubleFunction;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class CacheBeans {
  @Bean
  MeterBinder cacheMeters(ContentCache cache) {
    return registry -> {
      counter(registry, cache, "hits", "Blocks that were in memory", CacheState::hits);
      counter(registry, cache, "misses", "Blocks that were read", CacheState::misses);
      counter(registry, cache, "metadata.reads", "New entries", CacheState::metadataReads);
      counter(registry, cache, "storage.reads", "Reads of areas", CacheState::storageReads);
      counter(registry, cache, "bytes.read", "Bytes from areas", CacheState::bytesRead);
      counter(registry, cache, "bytes.served", "Bytes to responses", CacheState::bytesServed);
      gauge(cache, "used", "Native memory that holds contents", CacheState::usedBytes)
          .baseUnit(BaseUnits.BYTES)
          .register(registry);
      gauge(cache, "metadata", "Heap of entries and blocks", CacheState::metadataBytes)
          .baseUnit(BaseUnits.BYTES)
          .register(registry);
      gauge(cache, "entries", "Contents with an entry", CacheState::entries).register(registry);
    };
  }

  private static void counter(
      MeterRegistry registry,
      ContentCache cache,
      String name,
      String description,
      ToDoubleFunction<CacheState> value) {
    FunctionCounter.builder("content.cache." + name, cache, it -> value.applyAsDouble(it.state()))
        .description(description)
        .register(registry);
  }

  private static Gauge.Builder<ContentCache> gauge(
      ContentCache cache, String name, String description, ToDoubleFunction<CacheState> value) {
    return Gauge.builder("content.cache." + name, cache, it -> value.applyAsDouble(it.state()))
        .description(description);
  }
}

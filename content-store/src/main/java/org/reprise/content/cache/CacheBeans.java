package org.reprise.content.cache;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
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
      counter(cache, "hits", "Blocks that were in memory", CacheState::hits).register(registry);
      counter(cache, "misses", "Blocks that were read", CacheState::misses).register(registry);
      counter(cache, "metadata.reads", "Contents without an entry", CacheState::metadataReads)
          .register(registry);
      counter(cache, "storage.reads", "Reads of areas (startIO)", CacheState::storageReads)
          .register(registry);
      counter(cache, "bytes.read", "Bytes from areas", CacheState::bytesRead).register(registry);
      counter(cache, "bytes.served", "Bytes to responses", CacheState::bytesServed)
          .register(registry);
      gauge(cache, "used", "Native memory that holds contents", CacheState::usedBytes)
          .baseUnit(BaseUnits.BYTES)
          .register(registry);
      gauge(cache, "metadata", "Heap of entries and blocks", CacheState::metadataBytes)
          .baseUnit(BaseUnits.BYTES)
          .register(registry);
      gauge(cache, "entries", "Contents with an entry", CacheState::entries).register(registry);
    };
  }

  private static FunctionCounter.Builder<ContentCache> counter(
      ContentCache cache, String name, String description, ToDoubleFunction<CacheState> value) {
    return FunctionCounter.builder(
            "content.cache." + name, cache, it -> value.applyAsDouble(it.state()))
        .description(description);
  }

  private static Gauge.Builder<ContentCache> gauge(
      ContentCache cache, String name, String description, ToDoubleFunction<CacheState> value) {
    return Gauge.builder("content.cache." + name, cache, it -> value.applyAsDouble(it.state()))
        .description(description);
  }
}

package org.reprise.lists.split;

import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;

/**
 * What is read from which database.
 *
 * @param features those whose reads go to the reader ({@code reprise.lists.split}); the report
 *     split those of FQM only
 * @param reader the database that is read from; without a URL everything is on the writer
 */
@ConfigurationProperties("reprise.lists")
record SplitSettings(
    @Name("split") @DefaultValue("fqm") Set<Feature> features,
    @DefaultValue ReaderSettings reader) {}

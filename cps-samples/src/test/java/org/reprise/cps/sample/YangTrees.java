package org.reprise.cps.sample;

import com.google.gson.stream.JsonReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.Map;
import java.util.ServiceLoader;
import org.opendaylight.yangtools.yang.data.api.YangInstanceIdentifier.NodeIdentifier;
import org.opendaylight.yangtools.yang.data.api.schema.ContainerNode;
import org.opendaylight.yangtools.yang.data.api.schema.DataContainerNode;
import org.opendaylight.yangtools.yang.data.api.schema.MapEntryNode;
import org.opendaylight.yangtools.yang.data.api.schema.NormalizedNode;
import org.opendaylight.yangtools.yang.data.api.schema.NormalizedNodeContainer;
import org.opendaylight.yangtools.yang.data.codec.gson.JSONCodecFactorySupplier;
import org.opendaylight.yangtools.yang.data.codec.gson.JsonParserStream;
import org.opendaylight.yangtools.yang.data.impl.schema.ImmutableNormalizedNodeStreamWriter;
import org.opendaylight.yangtools.yang.data.spi.node.ImmutableNodes;
import org.opendaylight.yangtools.yang.model.api.EffectiveModelContext;
import org.opendaylight.yangtools.yang.model.api.SchemaContext;
import org.opendaylight.yangtools.yang.model.api.source.SourceIdentifier;
import org.opendaylight.yangtools.yang.model.spi.source.StringYangTextSource;
import org.opendaylight.yangtools.yang.model.util.SchemaInferenceStack.Inference;
import org.opendaylight.yangtools.yang.parser.api.YangParserException;
import org.opendaylight.yangtools.yang.parser.api.YangParserFactory;

/** Parses the samples with yangtools, independently of the store. */
final class YangTrees {

  private static final YangParserFactory PARSERS =
      ServiceLoader.load(YangParserFactory.class).findFirst().orElseThrow();

  private YangTrees() {}

  static EffectiveModelContext context(Map<String, String> modules)
      throws YangParserException, IOException {
    var parser = PARSERS.createParser();
    for (var module : modules.entrySet()) {
      var source = SourceIdentifier.ofYangFileName(module.getKey());
      parser.addSource(new StringYangTextSource(source, module.getValue()));
    }
    return parser.buildEffectiveModel();
  }

  /** The data tree of {@code json}; its root stands for the datastore, or for {@code parent}. */
  static ContainerNode parse(EffectiveModelContext context, Inference parent, String json) {
    var root =
        ImmutableNodes.newContainerBuilder()
            .withNodeIdentifier(NodeIdentifier.create(SchemaContext.NAME));
    var codecs = JSONCodecFactorySupplier.RFC7951.getShared(context);
    try (var writer = ImmutableNormalizedNodeStreamWriter.from(root);
        var parser = JsonParserStream.create(writer, codecs, parent)) {
      parser.parse(new JsonReader(new StringReader(json)));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return root.build();
  }

  /** Containers and list entries below {@code node}, the node itself not counted. */
  static int fragmentsBelow(NormalizedNode node) {
    int count = 0;
    if (node instanceof NormalizedNodeContainer<?> parent) {
      for (NormalizedNode child : parent.body()) {
        boolean fragment = child instanceof ContainerNode || child instanceof MapEntryNode;
        count += (fragment ? 1 : 0) + fragmentsBelow(child);
      }
    }
    return count;
  }

  /** How deep containers and list entries lie inside each other below {@code node}. */
  static int depthBelow(NormalizedNode node) {
    int deepest = 0;
    if (node instanceof NormalizedNodeContainer<?> parent) {
      for (NormalizedNode child : parent.body()) {
        deepest =
            Math.max(deepest, (child instanceof DataContainerNode ? 1 : 0) + depthBelow(child));
      }
    }
    return deepest;
  }
}

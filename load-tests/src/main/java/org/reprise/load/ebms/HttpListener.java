package org.reprise.load.ebms;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.timeout.ReadTimeoutHandler;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/**
 * Receives whole HTTP/1.1 requests of bounded size, by Netty on one thread: what listens beside a
 * measured service must take little of its processors.
 */
final class HttpListener implements AutoCloseable {
  private static final int MOST_CONNECTIONS = 512;
  private static final int IDLE_SECONDS = 120;

  private final EventLoopGroup thread =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final ChannelGroup open = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final Channel server;

  /** Answers one request, without waiting for anything. */
  @FunctionalInterface
  interface Handler {
    Answer answer(FullHttpRequest request) throws IOException;
  }

  /**
   * An answer.
   *
   * @param status for example 204, which has no body
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared, written once
  record Answer(int status, byte[] body) {
    static Answer empty(int status) {
      return new Answer(status, new byte[0]);
    }

    static Answer text(int status, String text) {
      return new Answer(status, text.getBytes(StandardCharsets.UTF_8));
    }
  }

  /**
   * Listens from now on.
   *
   * @param mostBody bytes of a request's body; a longer one is answered with 413
   * @throws IOException where the port cannot be had
   */
  HttpListener(InetAddress address, int port, int mostBody, Handler handler) throws IOException {
    var bound =
        new ServerBootstrap()
            .group(thread)
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel connection) {
                    accept(connection, mostBody, handler);
                  }
                })
            .bind(address, port)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      thread.shutdownGracefully();
      throw new IOException(
          "port %d of %s cannot be listened on: %s"
              .formatted(port, address.getHostAddress(), bound.cause().getMessage()),
          bound.cause());
    }
    server = bound.channel();
  }

  int port() {
    return ((InetSocketAddress) server.localAddress()).getPort();
  }

  private void accept(SocketChannel connection, int mostBody, Handler handler) {
    if (open.size() >= MOST_CONNECTIONS) {
      connection.close();
      return;
    }
    open.add(connection);
    connection
        .pipeline()
        .addLast(
            new ReadTimeoutHandler(IDLE_SECONDS),
            new HttpServerCodec(),
            new HttpServerKeepAliveHandler(),
            new HttpObjectAggregator(mostBody),
            new Answering(handler));
  }

  private static final class Answering extends SimpleChannelInboundHandler<FullHttpRequest> {
    private final Handler handler;

    Answering(Handler handler) {
      this.handler = handler;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext connection, FullHttpRequest request)
        throws IOException {
      if (request.decoderResult().isFailure()) {
        connection
            .writeAndFlush(response(Answer.empty(400)))
            .addListener(ChannelFutureListener.CLOSE);
      } else {
        connection.writeAndFlush(response(handler.answer(request)));
      }
    }

    private static DefaultFullHttpResponse response(Answer answer) {
      var response =
          new DefaultFullHttpResponse(
              HttpVersion.HTTP_1_1,
              HttpResponseStatus.valueOf(answer.status()),
              Unpooled.wrappedBuffer(answer.body()));
      if (answer.status() != 204) {
        HttpUtil.setContentLength(response, answer.body().length);
      }
      return response;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext connection, Throwable cause) {
      // A client that went away or was idle is nothing; anything else is a fault of ours.
      if (!(cause instanceof IOException || cause instanceof ChannelException)) {
        cause.printStackTrace();
      }
      connection.close();
    }
  }

  @Override
  public void close() {
    server.close().awaitUninterruptibly();
    open.close().awaitUninterruptibly();
    thread.shutdownGracefully();
  }
}

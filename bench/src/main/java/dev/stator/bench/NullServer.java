package dev.stator.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * The limit of the stack: the same decoder, the same headers, the body read and thrown away, and an answer that was made
 * before. A process of its own; prints its port.
 */
final class NullServer {
    /** Names the answer that a request wants. */
    static final String WORK = "x-bench-work";

    private final Map<String, byte[]> answers;

    private NullServer(Map<String, byte[]> answers) {
        this.answers = answers;
    }

    /**
     * Serves until its standard input ends.
     *
     * @param args a folder with one file an answer, named after its work
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        Map<String, byte[]> answers = new HashMap<>();
        try (Stream<Path> files = Files.list(Path.of(args[0]))) {
            for (Path file : files.toList()) {
                answers.put(file.getFileName().toString(), answer(Files.readAllBytes(file)));
            }
        }
        Channel listener = new NullServer(answers).bind();
        System.out.println(((InetSocketAddress) listener.localAddress()).getPort());
        while (System.in.read() >= 0) {
            // Waits for the end.
        }
        Runtime.getRuntime().halt(0);
    }

    private Channel bind() throws InterruptedException {
        return new ServerBootstrap()
                .group(new MultiThreadIoEventLoopGroup(
                        Runtime.getRuntime().availableProcessors(), NioIoHandler.newFactory()))
                .channel(NioServerSocketChannel.class)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline()
                                .addLast(
                                        new HttpRequestDecoder(new HttpDecoderConfig()
                                                .setMaxInitialLineLength(8 * 1024)
                                                .setMaxHeaderSize(64 * 1024)),
                                        new Connection());
                    }
                })
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .sync()
                .channel();
    }

    private static byte[] answer(byte[] body) {
        CRC32 crc = new CRC32();
        crc.update(body);
        byte[] head = ("HTTP/1.1 200 OK\r\nServer: Server\r\nDate: Thu, 01 Jan 2026 00:00:00 GMT\r\nContent-Type:"
                        + " application/x-amz-json-1.0\r\nContent-Length: " + body.length
                        + "\r\nConnection: keep-alive\r\nx-amzn-RequestId: " + "0".repeat(52) + "\r\nx-amz-crc32: "
                        + crc.getValue() + "\r\n\r\n")
                .getBytes(US_ASCII);
        byte[] answer = new byte[head.length + body.length];
        System.arraycopy(head, 0, answer, 0, head.length);
        System.arraycopy(body, 0, answer, head.length, body.length);
        return answer;
    }

    private final class Connection extends ChannelInboundHandlerAdapter {
        private byte[] answer = new byte[0];
        private int bodyBytes;

        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // a failed write closes the connection
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            try {
                if (message instanceof HttpRequest request) {
                    byte[] found = answers.get(request.headers().get(WORK));
                    answer = found == null ? answer(request.uri().getBytes(US_ASCII)) : found;
                    bodyBytes = 0;
                }
                if (message instanceof HttpContent content) {
                    byte[] body = new byte[content.content().readableBytes()];
                    content.content().readBytes(body);
                    bodyBytes += body.length;
                }
                if (message instanceof LastHttpContent && bodyBytes > 0) {
                    ByteBuf out = ctx.alloc().ioBuffer(answer.length).writeBytes(answer);
                    ctx.writeAndFlush(out);
                }
            } finally {
                ReferenceCountUtil.release(message);
            }
        }
    }
}

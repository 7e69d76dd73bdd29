package dev.stator.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;

/** The bytes of one API request as an AWS SDK sends it, with a signature of the right form. */
final class HttpCall {
    private static final String SIGNATURE = "0".repeat(64);

    private HttpCall() {}

    /**
     * A request.
     *
     * @param work what the {@link NullServer} answers it with; other servers ignore the header
     */
    static byte[] of(Call call, String work) {
        byte[] bytes = call.body().getBytes(UTF_8);
        String head = "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Amz-Target: DynamoDB_20120810." + call.operation()
                + "\r\nContent-Type: application/x-amz-json-1.0\r\n" + NullServer.WORK + ": " + work
                + "\r\namz-sdk-invocation-id: 00000000-0000-0000-0000-000000000000\r\namz-sdk-request: attempt=1; max=3"
                + "\r\nUser-Agent: aws-sdk-java/2 md/io#sync md/http#bench ua/2.1\r\nX-Amz-Date: 20260101T000000Z"
                + "\r\nAuthorization: AWS4-HMAC-SHA256 Credential=bench/20260101/eu-west-2/dynamodb/aws4_request,"
                + " SignedHeaders=amz-sdk-invocation-id;amz-sdk-request;content-type;host;x-amz-date;x-amz-target,"
                + " Signature=" + SIGNATURE + "\r\nContent-Length: " + bytes.length + "\r\n\r\n";
        ByteArrayOutputStream out = new ByteArrayOutputStream(head.length() + bytes.length);
        out.writeBytes(head.getBytes(UTF_8));
        out.writeBytes(bytes);
        return out.toByteArray();
    }
}

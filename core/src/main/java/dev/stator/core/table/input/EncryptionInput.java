package dev.stator.core.table.input;

import dev.stator.core.Session;
import dev.stator.core.error.ApiException;
import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.RequestReader;
import org.jspecify.annotations.Nullable;

/** Server-side encryption as a request asks for it. Stator shows it, and encrypts nothing. */
public record EncryptionInput(
        @Nullable Boolean enabled,
        @Nullable String type,
        @Nullable String kmsMasterKeyId) {
    public static @Nullable EncryptionInput read(RequestReader in) {
        if (!in.beginStructure("SSESpecification")) {
            return null;
        }
        Boolean enabled = null;
        String type = null;
        String kmsMasterKeyId = null;
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            switch (member) {
                case "Enabled" -> enabled = in.bool();
                case "SSEType" -> type = in.string();
                case "KMSMasterKeyId" -> kmsMasterKeyId = in.string();
                default -> in.skip();
            }
        }
        return new EncryptionInput(enabled, type, kmsMasterKeyId);
    }

    public void constrain(Constraints constraints) {
        constraints.oneOf("sSESpecification.sSEType", type, "AES256", "KMS");
    }

    /** Throws unless the members fit each other. */
    public void check() {
        if (enabled != null && !enabled && type != null) {
            throw ApiException.invalidParameter("SSEType can not be specified if Enabled is false");
        }
        if (enabled != null && !enabled && kmsMasterKeyId != null) {
            throw ApiException.invalidParameter("KMSMasterKeyId can not be specified if Enabled is false");
        }
        if (type != null && type.equals("AES256")) {
            throw ApiException.invalidParameter("SSEType AES256 is not supported");
        }
        if (kmsMasterKeyId != null && type == null) {
            throw ApiException.invalidParameter("SSEType KMS is required if KMSMasterKeyId is specified");
        }
    }

    /** The ARN of the key that is asked for, or null where the service's own is, which is not shown. */
    public @Nullable String kmsKeyArn(Session session) {
        boolean wanted = enabled == null ? type != null : enabled;
        if (!wanted) {
            return null;
        }
        if (kmsMasterKeyId == null) {
            return arn("alias/aws/dynamodb", session);
        }
        if (kmsMasterKeyId.startsWith("arn:")) {
            return kmsMasterKeyId;
        }
        return arn(kmsMasterKeyId.startsWith("alias/") ? kmsMasterKeyId : "key/" + kmsMasterKeyId, session);
    }

    private static String arn(String resource, Session session) {
        return "arn:aws:kms:" + session.region() + ":" + session.accountId() + ":" + resource;
    }
}

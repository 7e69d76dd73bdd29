package dev.stator.lifecycle.cli;

import dev.stator.lifecycle.job.RunException;
import dev.stator.lifecycle.offload.RunFiles;
import dev.stator.lifecycle.spec.SpecException;
import java.io.IOException;
import java.util.Set;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/**
 * What went wrong, in words that say what to do.
 *
 * @param text     the words
 * @param exitCode what the process says when it ends
 */
record Trouble(String text, int exitCode) {
    private static final Set<String> NOT_ACCEPTED = Set.of(
            "ExpiredTokenException",
            "IncompleteSignatureException",
            "InvalidSignatureException",
            "MissingAuthenticationTokenException",
            "UnrecognizedClientException");

    static Trouble of(Throwable exception) {
        return switch (exception) {
            case SpecException wrong -> new Trouble(String.valueOf(wrong.getMessage()), ExitCode.FINDINGS);
            case RunException run ->
                new Trouble(
                        String.valueOf(run.getMessage()),
                        run.kind() == RunException.Cause.BUSY ? ExitCode.BUSY : ExitCode.USAGE);
            case RunFiles.FilesException files -> new Trouble(String.valueOf(files.getMessage()), ExitCode.UNUSABLE);
            case DynamoDbException answered -> of(answered);
            case SdkClientException unanswered -> new Trouble(unanswered(unanswered), ExitCode.UNUSABLE);
            case InterruptedException interrupted ->
                new Trouble("Interrupted. What was begun can be resumed.", ExitCode.UNUSABLE);
            case IllegalArgumentException wrong -> new Trouble(String.valueOf(wrong.getMessage()), ExitCode.USAGE);
            case IllegalStateException wrong -> new Trouble(String.valueOf(wrong.getMessage()), ExitCode.USAGE);
            default -> new Trouble("It failed, which it should not: " + exception, ExitCode.FINDINGS);
        };
    }

    private static Trouble of(DynamoDbException answered) {
        String said = answered.awsErrorDetails() == null
                ? String.valueOf(answered.getMessage())
                : String.valueOf(answered.awsErrorDetails().errorMessage());
        String code = answered.awsErrorDetails() == null
                ? ""
                : String.valueOf(answered.awsErrorDetails().errorCode());
        String text;
        if (answered instanceof ResourceNotFoundException) {
            text = "A table is not there (" + said + "). Are region and endpoint right? 'stator lifecycle init' makes"
                    + " what a declaration needs.";
        } else if (code.equals("AccessDeniedException")) {
            text = "The credentials have no right to do this: " + said;
        } else if (NOT_ACCEPTED.contains(code)) {
            text = "The credentials are not accepted: " + said
                    + " Look at AWS_PROFILE, AWS_ACCESS_KEY_ID and the clock.";
        } else if (said.contains("does not have the specified index")) {
            text = "The table lacks the index of what is due (" + said + "). 'stator lifecycle init' adds it.";
        } else {
            text = "The endpoint refuses it: " + said + " (" + code + ")";
        }
        return new Trouble(text, ExitCode.UNUSABLE);
    }

    private static String unanswered(SdkClientException exception) {
        String said = String.valueOf(exception.getMessage());
        if (said.contains("Unable to load region")) {
            return "No region is known: say --region, or set AWS_REGION.";
        }
        if (said.contains("Unable to load credentials")) {
            return "There are no credentials: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.";
        }
        Throwable cause = exception;
        while (cause.getCause() != null && !(cause instanceof IOException)) {
            cause = cause.getCause();
        }
        return "The endpoint does not answer: " + (cause == exception ? said : cause)
                + ". Does it run, and is --endpoint-url right?";
    }
}

package dev.stator.core.table.input;

import static dev.stator.core.table.input.Given.given;

import dev.stator.core.protocol.Constraints;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.table.StreamSettings;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Whether a table is to have a stream, and of what. */
public record StreamInput(
        @Nullable Boolean enabled, @Nullable String viewType) {
    public static @Nullable StreamInput read(RequestReader in) {
        if (!in.beginStructure("StreamSpecification")) {
            return null;
        }
        Boolean enabled = null;
        String viewType = null;
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            switch (member) {
                case "StreamEnabled" -> enabled = in.bool();
                case "StreamViewType" -> viewType = in.string();
                default -> in.skip();
            }
        }
        return new StreamInput(enabled, viewType);
    }

    public void constrain(Constraints constraints) {
        constraints
                .notNull("streamSpecification.streamEnabled", enabled)
                .oneOf(
                        "streamSpecification.streamViewType",
                        viewType,
                        "NEW_IMAGE",
                        "OLD_IMAGE",
                        "NEW_AND_OLD_IMAGES",
                        "KEYS_ONLY");
    }

    public boolean isEnabled() {
        return given(enabled);
    }

    /** The stream that begins now, once it was checked that it has a view type. */
    public StreamSettings begin(Instant now) {
        return StreamSettings.begin(given(viewType), now);
    }
}

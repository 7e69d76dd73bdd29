package dev.stator.lifecycle.examples;

import dev.stator.lifecycle.Lifecycle;
import dev.stator.lifecycle.item.Actor;
import dev.stator.lifecycle.item.LifecycleItem;
import dev.stator.lifecycle.move.MoveResult;
import dev.stator.lifecycle.spec.LifecycleSpec;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

class TrashBin {
    public static void main(String[] arguments) {
        try (DynamoDbClient dynamo = DynamoDbClient.builder()
                .endpointOverride(URI.create("http://127.0.0.1:8000"))
                .region(Region.EU_WEST_2)
                .build()) {
            show(Lifecycle.of(LifecycleSpec.read(Path.of("docs/examples/posts.yaml")), dynamo));
        }
    }

    static void show(Lifecycle posts) {
        posts.tables().createCompanion();
        String user = posts.partition(Map.of("userId", "u001"));
        Actor owner = Actor.of("u001", "owner");

        LifecycleItem post =
                posts.views().active(user).newestFirst().limit(1).page().items().getFirst();
        switch (posts.transition(post, "deleted", owner, "off topic")) {
            case MoveResult.Moved deleted -> {
                System.out.println(
                        "Can be restored until " + deleted.item().expiresAt().orElseThrow() + ": "
                                + deleted.item().key());
                posts.views().trash(user).limit(3).forEach(item -> System.out.println("  in the trash: " + item.key()));
                System.out.println(posts.restore(deleted.item().key(), owner, "it was not"));
            }
            case MoveResult.Lost lost -> System.out.println("Somebody else was first; it is now " + lost.now());
            case MoveResult.OnHold held -> System.out.println("Not while there is a hold: " + held.holds());
            case MoveResult other -> System.out.println(other);
        }
        posts.history(post)
                .forEach(record -> System.out.println(record.entry().at() + " "
                        + record.entry().actor() + ": " + record.entry().from() + " to "
                        + record.entry().to() + ", " + record.entry().reason()));
    }
}

package dev.stator.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.dynamodbv2.streamsadapter.AmazonDynamoDBStreamsAdapterClient;
import com.amazonaws.services.dynamodbv2.streamsadapter.StreamsSchedulerFactory;
import com.amazonaws.services.dynamodbv2.streamsadapter.polling.DynamoDBStreamsPollingConfig;
import dev.stator.core.Database;
import dev.stator.core.Limits;
import dev.stator.core.Options;
import dev.stator.core.stream.StreamLimits;
import dev.stator.server.HttpLimits;
import dev.stator.server.HttpServer;
import dev.stator.storage.rocksdb.RocksDbEngine;
import dev.stator.storage.rocksdb.RocksDbOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.cloudwatch.CloudWatchAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.kinesis.common.ConfigsBuilder;
import software.amazon.kinesis.common.InitialPositionInStream;
import software.amazon.kinesis.common.InitialPositionInStreamExtended;
import software.amazon.kinesis.coordinator.CoordinatorConfig;
import software.amazon.kinesis.coordinator.Scheduler;
import software.amazon.kinesis.leases.LeaseManagementConfig;
import software.amazon.kinesis.metrics.MetricsLevel;
import software.amazon.kinesis.retrieval.RetrievalConfig;

/**
 * A consumer that we did not write: the Kinesis Client Library 3 with AWS's adapter for DynamoDB Streams. It discovers shards,
 * follows their lineage, and keeps its leases in tables of the same server, while 100,000 changes are made and shards split
 * again and again under them.
 */
@EnabledIf("dev.stator.conformance.Targets#areLocal") // another server would have to split its shards on its own
class KinesisClientLibraryTest {
    private static final Region REGION = Region.EU_WEST_2;
    private static final String TABLE = "Changes";
    private static final int ITEMS = 500;
    private static final int VERSIONS = 200;
    private static final int WRITERS = 4;
    private static final int BATCH = 25;
    /** A shard splits after 6,000 writes, however slow they come: the four first ones, and their children once more. */
    private static final StreamLimits SPLITTING = StreamLimits.DYNAMODB.withSplitting(5, Duration.ofMinutes(20));

    private static final Duration PATIENCE = Duration.ofMinutes(8);

    /** The adapter says much while all is well. Held here, since a logger that nobody holds forgets its level. */
    private static final Logger ADAPTER_LOG = Logger.getLogger("com.amazonaws.services.dynamodbv2.streamsadapter");

    private final List<AutoCloseable> opened = new ArrayList<>();

    @Test
    void readsEveryChangeOfEveryItemInOrderAcrossSplits(@TempDir Path folder) throws Exception {
        ADAPTER_LOG.setLevel(Level.WARNING);
        try {
            URI endpoint = serve(folder);
            DynamoDbClient client = open(DynamoDbClient.builder(), endpoint).build();
            String stream = createTable(client);
            ChangeLog log = new ChangeLog(ITEMS, VERSIONS);
            Scheduler consumer = consumer(endpoint, stream, log);
            Thread.ofPlatform().daemon().name("consumer").start(consumer);
            write(client);
            log.await(PATIENCE);
            assertThat(log.wrong()).isEmpty();
            assertThat(log.read()).isEqualTo(ITEMS * VERSIONS);
            assertThat(log.shards())
                    .as("the four first shards, their children and grandchildren")
                    .hasSizeGreaterThan(20);
            assertThat(log.ended())
                    .as("the shards that split, read to their end")
                    .hasSizeGreaterThan(10);
            consumer.startGracefulShutdown().get(1, TimeUnit.MINUTES);
        } finally {
            for (AutoCloseable each : opened.reversed()) {
                each.close();
            }
        }
    }

    private URI serve(Path folder) throws IOException {
        Database database = Database.open(
                RocksDbEngine.open(folder, RocksDbOptions.DEFAULTS),
                InstantSource.system(),
                Options.DEFAULTS.withLimits(Limits.DYNAMODB.withStreams(SPLITTING)));
        opened.add(database);
        HttpServer server = HttpServer.bind(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                HttpLimits.forHeap(Runtime.getRuntime().maxMemory()),
                InstantSource.system());
        opened.add(server);
        server.start(database);
        return URI.create("http://127.0.0.1:" + server.address().getPort());
    }

    private static <B extends AwsClientBuilder<B, ?>> B open(B builder, URI endpoint) {
        return builder.endpointOverride(endpoint)
                .region(REGION)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("anybody", "any")));
    }

    private static String createTable(DynamoDbClient client) {
        return client.createTable(table -> table.tableName(TABLE)
                        .billingMode(BillingMode.PAY_PER_REQUEST)
                        .keySchema(KeySchemaElement.builder()
                                .attributeName("pk")
                                .keyType(KeyType.HASH)
                                .build())
                        .attributeDefinitions(AttributeDefinition.builder()
                                .attributeName("pk")
                                .attributeType(ScalarAttributeType.S)
                                .build())
                        .streamSpecification(
                                stream -> stream.streamEnabled(true).streamViewType(StreamViewType.NEW_IMAGE)))
                .tableDescription()
                .latestStreamArn();
    }

    /** The library as its users set it up, but for waiting times that suit a test rather than a bill. */
    private Scheduler consumer(URI endpoint, String stream, ChangeLog log) {
        DynamoDbStreamsClient streams =
                open(DynamoDbStreamsClient.builder(), endpoint).build();
        DynamoDbAsyncClient leases =
                open(DynamoDbAsyncClient.builder(), endpoint).build();
        CloudWatchAsyncClient unused =
                open(CloudWatchAsyncClient.builder(), endpoint).build();
        opened.addAll(List.of(streams, leases, unused));
        AmazonDynamoDBStreamsAdapterClient adapter = new AmazonDynamoDBStreamsAdapterClient(streams, REGION);
        ConfigsBuilder configs = new ConfigsBuilder(
                StreamsSchedulerFactory.createSingleStreamTracker(
                        stream,
                        InitialPositionInStreamExtended.newInitialPosition(InitialPositionInStream.TRIM_HORIZON)),
                "changes-consumer",
                adapter,
                leases,
                unused,
                "worker",
                log::processor);
        CoordinatorConfig coordinator = configs.coordinatorConfig();
        coordinator.parentShardPollIntervalMillis(500);
        LeaseManagementConfig lease = configs.leaseManagementConfig()
                .failoverTimeMillis(2_000)
                .leaseAssignmentIntervalMillis(2_000L)
                .shardSyncIntervalMillis(1_000);
        lease.workerUtilizationAwareAssignmentConfig().disableWorkerMetrics(true);
        RetrievalConfig retrieval = configs.retrievalConfig();
        retrieval.retrievalSpecificConfig(
                new DynamoDBStreamsPollingConfig(stream, adapter).idleTimeBetweenReadsInMillis(100));
        return StreamsSchedulerFactory.createScheduler(
                configs.checkpointConfig(),
                coordinator,
                lease,
                configs.lifecycleConfig(),
                configs.metricsConfig().metricsLevel(MetricsLevel.NONE),
                configs.processorConfig(),
                retrieval,
                adapter);
    }

    /** Each item gets the versions 1, 2, 3 and so on; each has one writer, so that this is the order of their commits. */
    private static void write(DynamoDbClient client) throws Exception {
        try (ExecutorService writers = Executors.newFixedThreadPool(WRITERS)) {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                int writer = i;
                running.add(writers.submit(() -> write(client, writer)));
            }
            for (Future<?> each : running) {
                each.get();
            }
        }
    }

    private static @Nullable Void write(DynamoDbClient client, int writer) {
        for (int version = 1; version <= VERSIONS; version++) {
            for (int first = writer * BATCH; first < ITEMS; first += WRITERS * BATCH) {
                List<WriteRequest> batch = new ArrayList<>();
                for (int item = first; item < first + BATCH; item++) {
                    batch.add(put("item-" + item, version));
                }
                assertThat(client.batchWriteItem(write -> write.requestItems(Map.of(TABLE, batch)))
                                .unprocessedItems())
                        .isEmpty();
            }
        }
        return null;
    }

    private static WriteRequest put(String item, int version) {
        return WriteRequest.builder()
                .putRequest(put -> put.item(Map.of(
                        "pk", AttributeValue.fromS(item), "version", AttributeValue.fromN(Integer.toString(version)))))
                .build();
    }
}

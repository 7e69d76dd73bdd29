package dev.stator.core;

import dev.stator.core.capacity.CapacityMeter;
import dev.stator.core.capacity.Throttle;
import dev.stator.core.error.ApiException;
import dev.stator.core.error.ErrorType;
import dev.stator.core.file.DataFileException;
import dev.stator.core.file.DataFileReader;
import dev.stator.core.file.DataFileWriter;
import dev.stator.core.housekeeping.Duties;
import dev.stator.core.housekeeping.Housekeeping;
import dev.stator.core.housekeeping.Leases;
import dev.stator.core.housekeeping.Task;
import dev.stator.core.operation.BatchExecuteStatement;
import dev.stator.core.operation.BatchGetItem;
import dev.stator.core.operation.BatchWriteItem;
import dev.stator.core.operation.CreateTable;
import dev.stator.core.operation.DeleteItem;
import dev.stator.core.operation.DeleteResourcePolicy;
import dev.stator.core.operation.DeleteTable;
import dev.stator.core.operation.DescribeContinuousBackups;
import dev.stator.core.operation.DescribeContributorInsights;
import dev.stator.core.operation.DescribeEndpoints;
import dev.stator.core.operation.DescribeKinesisStreamingDestination;
import dev.stator.core.operation.DescribeLimits;
import dev.stator.core.operation.DescribeStream;
import dev.stator.core.operation.DescribeTable;
import dev.stator.core.operation.DescribeTimeToLive;
import dev.stator.core.operation.ExecuteStatement;
import dev.stator.core.operation.ExecuteTransaction;
import dev.stator.core.operation.GetItem;
import dev.stator.core.operation.GetRecords;
import dev.stator.core.operation.GetResourcePolicy;
import dev.stator.core.operation.GetShardIterator;
import dev.stator.core.operation.ListContributorInsights;
import dev.stator.core.operation.ListStreams;
import dev.stator.core.operation.ListTables;
import dev.stator.core.operation.ListTagsOfResource;
import dev.stator.core.operation.Operation;
import dev.stator.core.operation.Operations;
import dev.stator.core.operation.PlannedRead;
import dev.stator.core.operation.PutItem;
import dev.stator.core.operation.PutResourcePolicy;
import dev.stator.core.operation.Query;
import dev.stator.core.operation.Scan;
import dev.stator.core.operation.TagResource;
import dev.stator.core.operation.TransactGetItems;
import dev.stator.core.operation.TransactWriteItems;
import dev.stator.core.operation.UntagResource;
import dev.stator.core.operation.UpdateContinuousBackups;
import dev.stator.core.operation.UpdateContributorInsights;
import dev.stator.core.operation.UpdateItem;
import dev.stator.core.operation.UpdateTable;
import dev.stator.core.operation.UpdateTimeToLive;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import dev.stator.core.read.Prediction;
import dev.stator.core.read.Predictor;
import dev.stator.core.read.TransactionReader;
import dev.stator.core.request.WrittenCollection;
import dev.stator.core.stream.Streams;
import dev.stator.core.table.Table;
import dev.stator.core.table.TableDefinition;
import dev.stator.core.table.Tables;
import dev.stator.core.wire.Api;
import dev.stator.core.write.BatchWriter;
import dev.stator.core.write.Contention;
import dev.stator.core.write.IndexedItem;
import dev.stator.core.write.ItemWriter;
import dev.stator.core.write.RequestTokens;
import dev.stator.core.write.Sweeper;
import dev.stator.core.write.TransactionWriter;
import dev.stator.storage.Capability;
import dev.stator.storage.Engine;
import dev.stator.storage.Size;
import dev.stator.storage.Tree;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * One database: an engine, and what DynamoDB makes of it. Thread-safe; calls block, so give each a thread, best a virtual
 * one.
 */
public final class Database implements Api, AutoCloseable {
    private static final Duration SWEEP_INTERVAL = Duration.ofSeconds(1);

    /** Operations on one item or one slice. */
    private static final Set<String> PROMPT_READS = Set.of("GetItem", "Query");

    private static final Set<String> PROMPT_WRITES =
            Set.of("PutItem", "UpdateItem", "DeleteItem", "TransactWriteItems");

    private final Engine engine;
    private final ExecutorService background;
    private final Housekeeping housekeeping;
    /** Null if the storage is this process's alone. */
    private final @Nullable Leases leases;

    private final Tables tables;
    private final CapacityMeter meter;
    private final Predictor predictor;
    private final Operations operations;

    /** Opens the tables that the engine holds. The database owns the engine from here on, and closes it. */
    public static Database open(Engine engine, InstantSource clock) {
        return open(engine, clock, Options.DEFAULTS);
    }

    /** As {@link #open(Engine, InstantSource)}, with options of one's own. */
    public static Database open(Engine engine, InstantSource clock, Options options) {
        return new Database(engine, clock, options);
    }

    private Database(Engine engine, InstantSource clock, Options options) {
        this.engine = engine;
        this.background = Executors.newVirtualThreadPerTaskExecutor();
        this.housekeeping = new Housekeeping(clock, options.timer(), background, isShared(engine));
        this.leases = isShared(engine) ? Leases.take(engine, housekeeping) : null;
        Limits limits = options.limits();
        this.meter =
                new CapacityMeter(options.observer(), options.enforceThroughput() ? Throttle.by(clock) : Throttle.OFF);
        this.predictor = new Predictor(
                engine, limits.pageBytesMax(), Predictor.ENTRIES_MAX, Predictor.TIME_MAX, System::nanoTime);
        Streams streams = new Streams(engine, clock, limits.streams(), housekeeping, duties());
        this.tables = openTables(streams);
        Contention contention = new Contention();
        ItemWriter writer = new ItemWriter(engine, streams, tables, meter, limits, contention);
        BatchWriter batchWriter = new BatchWriter(engine, streams, tables, meter, writer, contention);
        RequestTokens tokens = new RequestTokens(engine, clock, housekeeping, duties());
        Housekeeping.Chore sweep = sweep(new Sweeper(engine, tables, writer, background, options.timeToLiveDelay()));
        TransactionWriter transactionWriter =
                new TransactionWriter(engine, streams, tables, meter, limits, contention, tokens);
        TransactionReader transactionReader = new TransactionReader(engine, contention, meter.throttle());
        this.operations = new Operations(List.of(
                new BatchExecuteStatement(engine, tables, meter, writer),
                new BatchGetItem(engine, tables, meter),
                new BatchWriteItem(engine, tables, batchWriter),
                new CreateTable(tables, clock, UUID::randomUUID),
                new DeleteItem(engine, tables, writer),
                new DeleteResourcePolicy(tables, clock),
                new DeleteTable(tables, clock),
                new DescribeContinuousBackups(tables, clock),
                new DescribeContributorInsights(tables),
                new DescribeEndpoints(),
                new DescribeKinesisStreamingDestination(tables),
                new DescribeLimits(),
                new DescribeStream(streams),
                new DescribeTable(tables, clock),
                new DescribeTimeToLive(tables),
                new ExecuteStatement(engine, tables, meter, limits, writer),
                new ExecuteTransaction(engine, tables, meter, transactionReader, transactionWriter),
                new GetItem(engine, tables, meter),
                new GetRecords(streams, limits),
                new GetResourcePolicy(tables),
                new GetShardIterator(streams),
                new ListContributorInsights(tables),
                new ListStreams(streams),
                new ListTables(tables),
                new ListTagsOfResource(tables),
                new PutItem(engine, tables, writer),
                new PutResourcePolicy(tables, clock),
                new Query(engine, tables, meter, limits),
                new Scan(engine, tables, meter, limits),
                new TransactGetItems(tables, meter, transactionReader),
                new TransactWriteItems(engine, tables, meter, transactionWriter),
                new TagResource(tables),
                new UntagResource(tables),
                new UpdateContinuousBackups(tables, clock),
                new UpdateContributorInsights(tables, clock),
                new UpdateItem(engine, tables, writer),
                new UpdateTable(tables, clock),
                new UpdateTimeToLive(tables, sweep::wake)));
    }

    private Duties duties() {
        return leases == null ? Duties.ALL : leases;
    }

    private static boolean isShared(Engine engine) {
        return engine.capabilities().contains(Capability.SHARED);
    }

    private Tables openTables(Streams streams) {
        Tables opened = Tables.open(engine, background, IndexedItem::entry, streams, duties());
        Task task = opened.sharedTask();
        if (task != null) {
            housekeeping.add("the carrying out of changes of tables", Tables.SHARED_INTERVAL, task);
        }
        return opened;
    }

    private Housekeeping.Chore sweep(Sweeper sweeper) {
        Housekeeping.Chore sweep = housekeeping.add("the deletion of expired items", SWEEP_INTERVAL, sweeper);
        if (!tables.withTimeToLive().isEmpty()) {
            sweep.wake();
        }
        return sweep;
    }

    /**
     * Runs one operation of the API.
     *
     * @param operation the operation's name on the wire, such as {@code PutItem}
     * @param request   the JSON body
     * @return the JSON body of the answer
     * @throws ApiException for every answer that is an error
     */
    @Override
    public byte[] execute(String operation, byte[] request, Session session) {
        Operation found = operations.find(operation);
        if (found == null) {
            throw new ApiException(ErrorType.UNKNOWN_OPERATION, null);
        }
        try (JsonWriter out = new JsonWriter()) {
            found.execute(new RequestReader(request), session, out);
            return out.toByteArray();
        }
    }

    @Override
    public boolean isPrompt(String operation) {
        return switch (engine.waiting()) {
            case NEVER -> PROMPT_READS.contains(operation) || PROMPT_WRITES.contains(operation);
            case IN_COMMITS -> PROMPT_READS.contains(operation);
            case ALWAYS -> false;
        };
    }

    /**
     * Whether an API has an operation of this name.
     *
     * @param api {@link Operation#DYNAMODB} or {@link Operation#STREAMS}
     */
    @Override
    public boolean has(String api, String operation) {
        Operation found = operations.find(operation);
        return found != null && found.api().equals(api);
    }

    /**
     * What a Query or Scan would read and consume, without running it: nothing is metered or throttled. The work is bounded,
     * and so may be the answer.
     *
     * @param operation {@code Query} or {@code Scan}
     * @param request   its JSON body
     * @throws ApiException as the operation itself would; UnknownOperationException for another one
     */
    public Prediction predict(String operation, byte[] request) {
        if (operations.find(operation) instanceof PlannedRead read) {
            return predictor.predict(read.plan(new RequestReader(request)));
        }
        throw new ApiException(ErrorType.UNKNOWN_OPERATION, null);
    }

    /**
     * Which item collection a write of one item is about.
     *
     * @return a name of the collection, the same for all processes that share the storage; null for other operations, and for
     *     requests that will be refused in any case
     */
    public byte @Nullable [] writtenCollection(String operation, byte[] request) {
        return WrittenCollection.of(operation, request, tables);
    }

    /** All tables, in whatever state, in the order of their names. */
    public List<TableDefinition> tables() {
        return tables.definitions();
    }

    /** How much a table or index holds at this moment; bytes are those that DynamoDB would count. */
    public Size size(Tree tree) {
        return tables.size(tree);
    }

    /** The units that each table has consumed. */
    public CapacityMeter meter() {
        return meter;
    }

    /**
     * Does now what is due by the clock and the database would otherwise do by itself in a while, such as the removal of
     * what has expired; returns when it has happened.
     */
    public void runDue() {
        housekeeping.runDue();
    }

    /**
     * Writes all tables with their items as lines of JSON, in bounded memory. The stream stays open.
     *
     * @see DataFileWriter
     */
    public void save(OutputStream out) throws IOException {
        new DataFileWriter(engine, tables).write(out);
    }

    /**
     * Loads what {@link #save} wrote, or a person, into a database without tables, in bounded memory; all of it or nothing.
     *
     * @param session whose tables they become
     * @throws DataFileException with the line that is wrong, and why
     */
    public void load(InputStream in, Session session) throws IOException, DataFileException {
        DataFileReader.read(in, this, tables.names(), session);
    }

    /** Deletes all tables, protected ones too. */
    public void deleteTables() {
        for (String name : tables.names()) {
            tables.delete(name, table -> table.withStatus(Table.Status.DELETING));
        }
    }

    /** Ends background work and closes the engine; calls that still run fail. */
    @Override
    public void close() {
        housekeeping.close();
        tables.close();
        background.close();
        if (leases != null) {
            leases.close();
        }
        engine.close();
    }
}

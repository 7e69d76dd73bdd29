package dev.stator.core.serializability;

import dev.stator.core.Database;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * Some clients at the same time, each with a few dozen random calls about a few fresh items: lists, which {@link History}
 * judges; accounts, whose sum never changes; and a counter, of which no two clients see the same number.
 */
final class Round {
    private static final int CLIENTS = 8;
    private static final int CALLS = 50;
    private static final int LISTS = 4;
    private static final int ACCOUNTS = 4;
    private static final int BALANCE = 100;

    private final Database database;
    private final int number;
    private final List<String> lists;
    private final List<String> accounts;
    private final String counter;
    private final AtomicLong clock = new AtomicLong();
    private final AtomicInteger numbers = new AtomicInteger();
    private final List<Integer> counted = Collections.synchronizedList(new ArrayList<>());
    private final List<String> anomalies = Collections.synchronizedList(new ArrayList<>());

    Round(Database database, int number) {
        this.database = database;
        this.number = number;
        lists = IntStream.range(0, LISTS).mapToObj(i -> number + "-l" + i).toList();
        accounts = IntStream.range(0, ACCOUNTS).mapToObj(i -> number + "-a" + i).toList();
        counter = number + "-c";
    }

    void run() {
        Client observer = new Client(database, clock);
        accounts.forEach(account -> observer.putNumber(account, BALANCE));
        List<Call> calls = new ArrayList<>(runClients());
        checkSum(observer);
        observer.readTogether(lists);
        calls.addAll(observer.calls());
        anomalies.addAll(History.anomalies(calls));
        List<Integer> inOrder = counted.stream().sorted().toList();
        if (!inOrder.equals(IntStream.rangeClosed(1, counted.size()).boxed().toList())) {
            anomalies.add("the counter showed " + inOrder);
        }
    }

    List<String> anomalies() {
        return anomalies;
    }

    private List<Call> runClients() {
        CountDownLatch start = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newFixedThreadPool(CLIENTS)) {
            List<Future<List<Call>>> clients = IntStream.range(0, CLIENTS)
                    .mapToObj(i -> threads.submit(() -> {
                        Client client = new Client(database, clock);
                        start.await();
                        act(client, new Random(1_000L * number + i));
                        return client.calls();
                    }))
                    .toList();
            start.countDown();
            List<Call> calls = new ArrayList<>();
            for (Future<List<Call>> client : clients) {
                calls.addAll(client.get());
            }
            return calls;
        } catch (ExecutionException | InterruptedException e) {
            throw new AssertionError("a client ended early", e);
        }
    }

    private void act(Client client, Random random) {
        for (int i = 0; i < CALLS; i++) {
            switch (random.nextInt(9)) {
                case 0 -> client.append(some(lists, 1, random).getFirst(), numbers.incrementAndGet());
                case 1 -> client.read(some(lists, 1, random).getFirst());
                case 2 -> {
                    String list = some(lists, 1, random).getFirst();
                    client.appendIf(list, client.read(list), numbers.incrementAndGet());
                }
                case 3 -> client.readTogether(some(lists, 2 + random.nextInt(3), random));
                case 4 -> client.appendTogether(Map.of(), appends(some(lists, 1 + random.nextInt(3), random)));
                case 5, 6 -> {
                    List<String> three = some(lists, 3, random);
                    Map<String, List<Integer>> seen = client.readTogether(three);
                    client.appendTogether(seen, appends(three.subList(0, 1 + random.nextInt(2))));
                }
                case 7 -> {
                    List<String> two = some(accounts, 2, random);
                    client.transfer(two.get(0), two.get(1), 1 + random.nextInt(BALANCE));
                    checkSum(client);
                }
                default -> counted.add(client.increment(counter));
            }
        }
    }

    private void checkSum(Client client) {
        int sum = client.sum(accounts);
        if (sum != ACCOUNTS * BALANCE) {
            anomalies.add("the accounts had " + sum + " together");
        }
    }

    private Map<String, Integer> appends(List<String> keys) {
        Map<String, Integer> appends = new HashMap<>();
        keys.forEach(key -> appends.put(key, numbers.incrementAndGet()));
        return appends;
    }

    private static List<String> some(List<String> keys, int count, Random random) {
        List<String> shuffled = new ArrayList<>(keys);
        Collections.shuffle(shuffled, random);
        return List.copyOf(shuffled.subList(0, count));
    }
}

/** Runs generated programs of one language, all in one process where starting one takes long, and gives back their items. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { NumberValue } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { AttributeValue, Item } from '../../src/item/value.ts';

const run = promisify(execFile);
const here = import.meta.dirname;
const TIMEOUT_MS = 120_000;
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
/** Clients insist on credentials, which nobody checks. */
const environment = { ...process.env, AWS_ACCESS_KEY_ID: 'e2e', AWS_SECRET_ACCESS_KEY: 'e2e', AWS_REGION: 'eu-west-2', AWS_DEFAULT_REGION: 'eu-west-2', AWS_EC2_METADATA_DISABLED: 'true' };
const options = { env: environment, timeout: TIMEOUT_MS, maxBuffer: OUTPUT_BYTES_MAX };

/** A program by the name of its case. */
export type Programs = Map<string, string>;
export type Results = Map<string, Item[]>;
export type Runner = (programs: Programs, folder: string, endpoint: string) => Promise<Results>;

/** Each program in a folder of its own. */
function write(programs: Programs, folder: string, file: string): void {
  for (const [name, text] of programs) {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, file), text);
  }
}

function read(programs: Programs, folder: string): Results {
  return new Map([...programs.keys()].map((name) => [name, JSON.parse(readFileSync(join(folder, name, 'items.json'), 'utf8')) as Item[]]));
}

export const runJava: Runner = async (programs, folder, endpoint) => {
  write(programs, folder, 'Example.java');
  await run('java', ['-XX:TieredStopAtLevel=1', '-Dfile.encoding=UTF-8', '-cp', javaClassPath(), join(here, 'RunJava.java'), folder, endpoint], options);
  return read(programs, folder);
};

/** The AWS SDK for Java lies in Maven's repository, since the server's own tests use it. */
function javaClassPath(): string {
  const repository = process.env.MAVEN_REPOSITORY ?? join(homedir(), '.m2', 'repository');
  const version = /<awssdk.version>(.*?)</.exec(readFileSync(resolve(here, '../../../pom.xml'), 'utf8'))?.[1] ?? '';
  const jars = (path: string, wanted?: string) => {
    const folder = join(repository, path);
    const versions = existsSync(folder) ? readdirSync(folder).filter((one) => wanted === undefined || one === wanted) : [];
    return versions.flatMap((one) => readdirSync(join(folder, one)).filter((file) => file.endsWith(`-${one}.jar`)).map((file) => join(folder, one, file)));
  };
  const group = 'software/amazon/awssdk';
  const modules = existsSync(join(repository, group)) ? readdirSync(join(repository, group)) : [];
  const sdk = modules.filter((name) => !/apache|netty/.test(name)).flatMap((name) => jars(`${group}/${name}`, version));
  const others = ['org/reactivestreams/reactive-streams', 'org/slf4j/slf4j-api', 'software/amazon/eventstream/eventstream'].flatMap((path) => jars(path).slice(-1));
  if (!sdk.some((jar) => jar.includes('/dynamodb/'))) {
    throw new Error(`The AWS SDK for Java ${version} is not in ${repository}; 'mvn verify' brings it there.`);
  }
  return [...sdk, ...others].join(':');
}

export const runPython: Runner = async (programs, folder) => {
  write(programs, folder, 'example.py');
  await run('python3', [join(here, 'run_python.py'), folder], options);
  return read(programs, folder);
};

/** In this process; what a program leaves in a variable is made an export. */
const runModules = (asItem: (item: unknown) => Item): Runner => async (programs, folder) => {
  Object.assign(process.env, environment);
  const results: Results = new Map();
  for (const [name, text] of programs) {
    const exported = /\bconst items\b/.test(text) ? 'items' : /\bitem\b \}/.test(text) ? 'item' : '';
    const file = join(folder, `${name}.mjs`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, `${text.replace(/^console\.log.*$/gm, '')}\nexport { ${exported} };\n`);
    const module = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { items?: unknown[]; item?: unknown };
    results.set(name, (module.items ?? (module.item ? [module.item] : [])).map(asItem));
  }
  return results;
};

/** The client gives bytes where JSON has Base64. */
function base64(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(base64);
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, base64(one)])) : value;
}

export const runJavaScript: Runner = runModules((item) => base64(item) as Item);

/** The SDK judges a set by its first member, and numbers of which only some are wrapped are not alike. */
function withEvenSets(value: unknown): unknown {
  if (value instanceof Set) {
    const members = [...(value as Set<unknown>)];
    return members.some((member) => member instanceof NumberValue) ? new Set(members.map((member) => NumberValue.from(String(member)))) : value;
  }
  if (Array.isArray(value)) return value.map(withEvenSets);
  const isMap = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isMap ? Object.fromEntries(Object.entries(value as object).map(([name, one]) => [name, withEvenSets(one)])) : value;
}

export const runDocument: Runner = runModules((item) => base64(marshall(withEvenSets(item) as Record<string, unknown>, { convertTopLevelContainer: false })) as Item);

const GO_SOURCES = '/usr/share/gocode';

/** What the compiler and `go vet` have against the programs; empty if nothing. */
export async function vetGo(programs: Programs, folder: string): Promise<string> {
  if (!existsSync(join(GO_SOURCES, 'src/github.com/aws/aws-sdk-go-v2'))) {
    throw new Error('There is no AWS SDK for Go. Install it, for example with: apt-get install golang-go golang-github-aws-aws-sdk-go-v2-dev');
  }
  write(programs, join(folder, 'src'), 'main.go');
  const env = { ...process.env, GO111MODULE: 'off', GOFLAGS: '', GOPATH: `${folder}:${GO_SOURCES}` };
  return run('go', ['vet', './...'], { ...options, cwd: join(folder, 'src'), env }).then(
    ({ stderr }) => stderr,
    (error: { stderr?: string; message: string }) => error.stderr || error.message,
  );
}

/** Every command is a process, two at a time. */
export const runCli: Runner = async (programs, folder) => {
  const aws = await cliFolder();
  write(programs, folder, 'example.sh');
  const results: Results = new Map();
  const waiting = [...programs.keys()];
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const { stdout } = await run('sh', [join(folder, name, 'example.sh')], { ...options, env: { ...environment, PATH: `${aws}:${process.env.PATH}`, AWS_PAGER: '' } });
      const output = (stdout.trim() === '' ? {} : JSON.parse(stdout)) as { Items?: Item[]; Item?: Item };
      results.set(name, output.Items ?? (output.Item ? [output.Item] : []));
    }
  };
  await Promise.all([work(), work()]);
  return results;
};

/** The programs are for version 2, which takes binary as Base64. */
async function cliFolder(): Promise<string> {
  for (const folder of (process.env.PATH ?? '').split(':')) {
    if (existsSync(join(folder, 'aws'))) {
      const { stdout, stderr } = await run(join(folder, 'aws'), ['--version'], options);
      if (/^aws-cli\/2/.test(stdout + stderr)) {
        return folder;
      }
    }
  }
  throw new Error('There is no AWS CLI 2. Install it, for example with: apt-get install awscli');
}

/** For comparison: sets without order. */
export function sorted(item: Item): Item {
  const value = (one: AttributeValue): AttributeValue => {
    if ('SS' in one) return { SS: [...one.SS].sort() };
    if ('NS' in one) return { NS: [...one.NS].sort() };
    if ('BS' in one) return { BS: [...one.BS].sort() };
    if ('L' in one) return { L: one.L.map(value) };
    return 'M' in one ? { M: sorted(one.M) } : one;
  };
  return Object.fromEntries(Object.keys(item).sort().map((name) => [name, value(item[name] as AttributeValue)]));
}

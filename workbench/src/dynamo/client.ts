/** Calls one operation of the DynamoDB API at the address the workbench came from. */
import { record } from './measurements.ts';
import type { CancellationReason, Capacity, OperationName, Operations } from './types.ts';

/** What DynamoDB refuses, or what kept a request from it, with the text to show as it is. */
export class DynamoError extends Error {
  override readonly name = 'DynamoError';
  /** The short type, such as ValidationException; Unreachable if there was no answer. */
  readonly type: string;
  readonly status: number;
  /** Of a cancelled transaction: one reason for each action, in the order of the request. */
  readonly reasons: CancellationReason[];
  /** The item that was there, if a condition failed and the request asked for it. */
  readonly item: CancellationReason['Item'];

  constructor(type: string, message: string, status: number, reasons: CancellationReason[] = [], item?: CancellationReason['Item']) {
    super(message);
    this.type = type;
    this.status = status;
    this.reasons = reasons;
    this.item = item;
  }

  /** Whether the same request may succeed a moment later. */
  get retryable(): boolean {
    return (
      this.status >= 500 ||
      this.type === 'ProvisionedThroughputExceededException' ||
      this.type === 'ThrottlingException' ||
      this.type === 'RequestLimitExceeded' ||
      this.type === 'TransactionInProgressException'
    );
  }
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
}

/**
 * Answers with the output of one operation.
 *
 * @throws DynamoError with DynamoDB's own text; an AbortError if the signal fired
 */
export async function call<Name extends OperationName>(
  operation: Name,
  input: Operations[Name][0],
  options: CallOptions = {},
): Promise<Operations[Name][1]> {
  const started = performance.now();
  const response = await send(operation, input, options.signal);
  const text = await response.text();
  if (!response.ok) {
    throw errorOf(response.status, text);
  }
  const output = JSON.parse(text) as Operations[Name][1] & { ConsumedCapacity?: Capacity | Capacity[] };
  record(operation, input, output, performance.now() - started);
  return output;
}

async function send(operation: string, input: unknown, signal: AbortSignal | undefined): Promise<Response> {
  try {
    return await fetch('/', {
      method: 'POST',
      headers: headers(operation),
      body: JSON.stringify(input),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) {
      throw error;
    }
    throw new DynamoError('Unreachable', 'The server does not answer. Is it still running? Start it with ./stator serve and try again.', 0);
  }
}

/** The server reads the form of a signature and does not verify it, so there is no secret here. */
function headers(operation: string): Record<string, string> {
  const now = new Date().toISOString().replace(/[-:]|\.\d{3}/g, '');
  return {
    'Content-Type': 'application/x-amz-json-1.0',
    'X-Amz-Target': `DynamoDB_20120810.${operation}`,
    'X-Amz-Date': now,
    Authorization:
      `AWS4-HMAC-SHA256 Credential=workbench/${now.slice(0, 8)}/local/dynamodb/aws4_request, ` +
      `SignedHeaders=host;x-amz-date;x-amz-target, Signature=${'0'.repeat(64)}`,
  };
}

function errorOf(status: number, text: string): DynamoError {
  try {
    const body = JSON.parse(text) as {
      __type?: string;
      message?: string;
      Message?: string;
      CancellationReasons?: CancellationReason[];
      Item?: CancellationReason['Item'];
    };
    const type = body.__type?.split('#').pop() ?? `HTTP ${status}`;
    return new DynamoError(type, body.message ?? body.Message ?? type, status, body.CancellationReasons ?? [], body.Item);
  } catch {
    return new DynamoError(`HTTP ${status}`, text.slice(0, 300) || `The server answered with status ${status}.`, status);
  }
}

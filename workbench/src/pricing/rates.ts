/**
 * What AWS charges for DynamoDB, table class Standard. The one place to change when prices do; nothing else has numbers of
 * money. Without the free tier, reserved capacity, savings plans and taxes.
 */
export interface Rates {
  region: string;
  title: string;
  /** Dollars for a million read request units, on demand. */
  millionReads: number;
  /** Dollars for a million write request units, on demand. */
  millionWrites: number;
  /** Dollars for one provisioned read capacity unit for an hour. */
  readUnitHour: number;
  /** Dollars for one provisioned write capacity unit for an hour. */
  writeUnitHour: number;
  /** Dollars for a GB, which is 10^9 bytes, for a month. */
  gigabyteMonth: number;
}

/** When the prices below were written down. They were not compared with AWS's pages then: do so before you rely on them. */
export const RATES_DATE = '2026-11-30';

/** Where AWS states its prices. */
export const RATES_SOURCES: readonly string[] = ['https://aws.amazon.com/dynamodb/pricing/on-demand/', 'https://aws.amazon.com/dynamodb/pricing/provisioned/'];

export const RATES: readonly Rates[] = [
  {
    region: 'us-east-1',
    title: 'US East (N. Virginia)',
    millionReads: 0.125,
    millionWrites: 0.625,
    readUnitHour: 0.00013,
    writeUnitHour: 0.00065,
    gigabyteMonth: 0.25,
  },
  {
    region: 'eu-west-2',
    title: 'Europe (London)',
    millionReads: 0.1485,
    millionWrites: 0.7423,
    readUnitHour: 0.0001544,
    writeUnitHour: 0.000772,
    gigabyteMonth: 0.297,
  },
];

export function ratesOf(region: string | null): Rates {
  return RATES.find((one) => one.region === region) ?? (RATES[0] as Rates);
}

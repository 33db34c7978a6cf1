import { isIP } from 'node:net'

import { choice, defaulted, integer, optional, origins, port, text } from './config.ts'
import { fail, ok, type Result } from './result.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
/** Where files go when nobody says otherwise, below the folder in which a process is started. */
export const DEFAULT_DATA_DIR = '.data'
const LOG_FORMATS = ['json', 'pretty'] as const

/** Where what a process prints goes. */
export interface Output {
  readonly isTerminal: boolean
}

/**
 * The settings that all services share.
 * @source docs/decisions/0001-foundations.md, "Environment"
 */
export function serviceSettings(defaultPort: number, { isTerminal }: Output) {
  return {
    host: defaulted('HOST', text, '127.0.0.1'),
    port: defaulted('PORT', port, defaultPort),
    logLevel: defaulted('LOG_LEVEL', choice(LOG_LEVELS), 'info'),
    logFormat: defaulted('LOG_FORMAT', choice(LOG_FORMATS), isTerminal ? 'pretty' : 'json'),
    metricsPort: optional('METRICS_PORT', port),
    corsOrigins: defaulted('CORS_ORIGINS', origins, []),
    readerTimeoutMs: defaulted('READER_TIMEOUT_MS', integer(100, 3_600_000), 30_000),
    shutdownTimeoutMs: defaulted('SHUTDOWN_TIMEOUT_MS', integer(100, 600_000), 20_000),
    trustProxy: defaulted('TRUST_PROXY', proxies, false),
  }
}

/** Whose `X-Forwarded-For` is believed: addresses and ranges of proxies, or how many proxies stand in front. */
export type TrustedProxies = false | string[] | ((address: string, hop: number) => boolean)

function proxies(raw: string): Result<TrustedProxies, string> {
  if (/^(?:[1-9]|10)$/.test(raw)) return ok((_address, hop) => hop < Number(raw))
  const entries = raw.split(',').map((entry) => entry.trim())
  if (entries.every(isRange)) return ok(entries)
  return fail('must be addresses or ranges with commas, or how many proxies there are (1 to 10)')
}

function isRange(entry: string): boolean {
  const prefix = entry.includes(':') ? /\/(?:\d\d?|1[01]\d|12[0-8])$/ : /\/(?:[12]?\d|3[0-2])$/
  return isIP(entry.replace(prefix, '')) > 0
}

/** Free space on the disk of its files below which `/health` warns. */
export function diskSettings() {
  return { diskMinFreeMb: defaulted('DISK_MIN_FREE_MB', integer(0, 10_000_000), 256) }
}

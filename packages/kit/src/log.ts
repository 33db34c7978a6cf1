import { pino, type Logger } from 'pino'
import pretty, { prettyFactory } from 'pino-pretty'

export type Log = Logger

export interface LogOptions {
  readonly service: string
  readonly level: string
  readonly format: 'json' | 'pretty'
  /** Takes the lines of format `json` instead of standard output. */
  readonly write?: (line: string) => void
}

// Values under these names can grant access, so they never reach a log line.
const SECRET_KEYS = [
  'authorization',
  'cookie',
  'password',
  'token',
  'apiKey',
  'api_key',
  'secret',
  'databaseUrl',
  'databaseDirectUrl',
  'smtpUrl',
]

/** JSON lines on standard output, or readable lines for a person at a terminal. */
export function createLog(options: LogOptions): Log {
  const settings = {
    level: options.level,
    base: { service: options.service },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: { paths: secretPaths(), censor: '[redacted]' },
  }
  if (options.write !== undefined) return pino(settings, { write: options.write })
  if (options.format === 'json') return pino(settings)
  return pino(settings, pretty({ ...READABLE, sync: true }))
}

// One record, one line; only the stack of an error takes more.
const READABLE = {
  colorize: true,
  singleLine: true,
  translateTime: 'SYS:HH:MM:ss',
  messageFormat: '{service}: {msg}',
  ignore: 'pid,hostname,service',
}

/** Turns a line of format `json` into one for a person, without a line end. */
export function readableLine(line: string): string {
  return prettyFactory(READABLE)(line).trimEnd()
}

function secretPaths(): string[] {
  const named = SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`])
  return [...named, '["x-api-key"]', '*["x-api-key"]', '*.*["x-api-key"]']
}

import { pino, type Logger } from 'pino'
import pretty from 'pino-pretty'

export type Log = Logger

export interface LogOptions {
  readonly service: string
  readonly level: string
  readonly format: 'json' | 'pretty'
}

// Whatever an object of these names holds can open a door, so it never reaches a log line.
const SECRET_KEYS = [
  'authorization',
  'cookie',
  'password',
  'token',
  'apiKey',
  'api_key',
  'secret',
  'databaseUrl',
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
  if (options.format === 'json') return pino(settings)
  return pino(settings, pretty({ colorize: true, ignore: 'pid,hostname', sync: true }))
}

function secretPaths(): string[] {
  const named = SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`])
  return [...named, '["x-api-key"]', '*["x-api-key"]', '*.*["x-api-key"]']
}

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const AUTOCANNON = join(import.meta.dirname, 'node_modules/autocannon/autocannon.js')

export interface LoadResult {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly failures: number
}

/** Asks for one URL from a process of its own for so many seconds. */
export async function load(
  url: string,
  of: {
    readonly headers: Readonly<Record<string, string>>
    readonly connections: number
    readonly seconds: number
  },
): Promise<LoadResult> {
  const headers = Object.entries(of.headers).flatMap(([name, value]) => ['-H', `${name}=${value}`])
  const args = [
    AUTOCANNON,
    '-j',
    '-n',
    '-c',
    String(of.connections),
    '-d',
    String(of.seconds),
    ...headers,
    url,
  ]
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    maxBuffer: 64 * 1024 * 1024,
  })
  const result = JSON.parse(stdout)
  return {
    perSecond: Math.round(result.requests.average),
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  }
}

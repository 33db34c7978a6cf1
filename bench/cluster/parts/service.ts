import { resolve } from 'node:path'

import type { ServiceName } from './balancer.ts'
import { Program } from './program.ts'

export interface ServiceOptions {
  readonly service: ServiceName
  readonly number: number
  readonly port: number
  readonly env: Readonly<Record<string, string>>
  readonly logFile: string
  /** The first start migrates the database, which takes long on a cluster. */
  readonly startTimeoutMs: number
}

/** One process of a service, as its own `main.ts` starts it. */
export function servicePart(options: ServiceOptions): Program {
  const { service, number, port, env, logFile, startTimeoutMs } = options
  return new Program({
    name: `${service} ${number}`,
    command: process.execPath,
    args: [resolve(import.meta.dirname, `../../../services/${service}/src/main.ts`)],
    env: { ...env, PORT: String(port) },
    logFile,
    startTimeoutMs,
    isReady: async () =>
      (await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(5_000) })).ok,
  })
}

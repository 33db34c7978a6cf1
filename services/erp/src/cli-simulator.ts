import { parseArgs } from 'node:util'

import type { Clock } from '@oficina/kit/clock.ts'
import type { Log } from '@oficina/kit/log.ts'

import { simulatorServer } from './pac/simulator/server.ts'
import { openSimulator } from './pac/simulator/simulator.ts'

export const SIMULATOR_HELP = `
  npm run pac-simulator -w @oficina/erp -- [--port 3010] [--host 127.0.0.1] [--folder F] [--user U] [--password P]
      a PAC and a SAT without validity, speaking SW sapien's REST; without a folder it forgets when it ends
`

const OPTIONS = {
  port: { type: 'string', default: '3010' },
  host: { type: 'string', default: '127.0.0.1' },
  folder: { type: 'string' },
  user: { type: 'string', default: 'simulador' },
  password: { type: 'string', default: 'simulador' },
} as const

export interface SimulatorTools {
  readonly log: Log
  readonly now: Clock
  readonly catalogFolder: string
  readonly print: (line: string) => void
}

/** Runs the simulator until the process is told to end; 2 when the words are not understood. */
export async function runSimulator(
  words: readonly string[],
  { catalogFolder, log, now, print }: SimulatorTools,
): Promise<number> {
  const values = read(words)
  const port = Number(values?.port)
  if (values === undefined || !Number.isInteger(port) || port < 0 || port > 65_535) {
    print(SIMULATOR_HELP)
    return 2
  }
  const { folder, host, password, user } = values
  const simulator = await openSimulator({ folder, catalogFolder, user, password, now, log })
  const server = simulatorServer(simulator)
  print(`PAC simulator, SIN VALIDEZ FISCAL, on ${await server.listen({ host, port })}`)
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  await server.close()
  return 0
}

function read(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options: OPTIONS }).values
  } catch {
    return undefined
  }
}

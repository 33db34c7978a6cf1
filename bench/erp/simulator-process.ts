import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import type { PacUnderTest } from './erp-under-test.ts'

/** The simulator of a PAC, in a process of its own that forgets what it stamped when it ends. */
export interface SimulatorProcess extends PacUnderTest {
  /** The files of a CSD that it trusts, in base64. */
  csd(rfc: string): Promise<{ readonly cer: string; readonly key: string }>
  stop(): Promise<void>
}

const CLI = join(import.meta.dirname, '../../services/erp/src/cli.ts')
export const CSD_PASSWORD = 'clave del csd'

export async function startSimulator(): Promise<SimulatorProcess> {
  const [user, password] = ['bench', 'una-clave']
  const args = [CLI, 'pac-simulator', '--port', '0', '--user', user, '--password', password]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  // It does not outlive a bench that fails.
  process.once('exit', () => child.kill('SIGKILL'))
  const url = await listeningOn(createInterface({ input: child.stdout }))
  return {
    url,
    user,
    password,
    csd: async (rfc) => {
      const response = await fetch(`${url}/simulator/csd`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ rfc, nombre: 'ESCUELA KEMPER URGATE', password: CSD_PASSWORD }),
      })
      // The simulator's own form.
      return (await response.json()) as { cer: string; key: string }
    },
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function listeningOn(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const url = /http:\/\/\S+$/.exec(line)?.[0]
    if (url !== undefined) return url
  }
  throw new Error('the simulator did not start')
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { eventually } from './eventually.ts'

export interface NatsServer {
  /** For NATS_URL, without an account. */
  readonly url: string
  readonly port: number
  /** Stands still, connections open. */
  pause(): void
  resume(): void
  /** Ends it at once; `start` begins again at the same port. */
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

export interface NatsServerOptions {
  /** More lines of its configuration, such as an account. */
  readonly configuration?: string
}

/** Where Debian puts it. */
export const NATS_COMMAND = '/usr/sbin/nats-server'

/** A NATS server of its own at a free port of this machine. */
export async function startNatsServer({
  configuration = '',
}: NatsServerOptions = {}): Promise<NatsServer> {
  const folder = await mkdtemp(join(tmpdir(), 'oficina-nats-'))
  const file = join(folder, 'nats.conf')
  const state = { ...(await launch('-1')), url: '' }
  const port = await portOf()
  const url = `nats://127.0.0.1:${port}`

  async function launch(at: string) {
    await writeFile(file, `ports_file_dir: "${folder}"\n${configuration}\n`)
    const child = spawn(NATS_COMMAND, ['-c', file, '-a', '127.0.0.1', '-p', at], {
      stdio: 'ignore',
    })
    return { child, exited: once(child, 'exit') }
  }

  async function portOf(): Promise<number> {
    return await eventually('NATS tells its port', async () => {
      const path = join(folder, `nats-server_${state.child.pid}.ports`)
      if (!existsSync(path)) return undefined
      const { nats } = JSON.parse(await readFile(path, 'utf8')) as { nats: string[] }
      return Number(new URL(nats[0] ?? '').port)
    })
  }

  const kill = async () => {
    state.child.kill('SIGKILL')
    await state.exited
  }
  return {
    url,
    port,
    pause: () => state.child.kill('SIGSTOP'),
    resume: () => state.child.kill('SIGCONT'),
    kill,
    start: async () => {
      Object.assign(state, await launch(String(port)))
      await eventually('NATS answers', () => isAnswering(port))
    },
    stop: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function isAnswering(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'data', { signal: AbortSignal.timeout(1_000) })
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

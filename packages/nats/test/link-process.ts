import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { TestContext } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'

import type { NatsHealth } from '../src/nats-link.ts'

interface LinkProcess {
  /** Waits until its health is this. */
  readonly becomes: (health: NatsHealth) => Promise<unknown>
  /** What it logged, with all that it printed otherwise. */
  readonly printed: () => string
}

interface LinkSettings {
  readonly url: string
  readonly credentialsFile?: string
  /** What it trusts beside the authorities that Node knows. */
  readonly authority?: string
}

/** A link in a process of its own, since what a process trusts is settled when it starts. It ends with the test. */
export async function startLink(t: TestContext, settings: LinkSettings): Promise<LinkProcess> {
  const { url, credentialsFile, authority } = settings
  const script = `
    const { createLog } = await import('@oficina/kit/log.ts')
    const { NatsLink } = await import('@oficina/nats/nats-link.ts')
    const { natsServers } = await import('@oficina/nats/nats-settings.ts')
    const log = createLog({ service: 'probe', level: 'debug', format: 'json' })
    const nats = natsServers(process.env.NATS_URL).value
    const link = new NatsLink({ nats, credentialsFile: process.env.NATS_CREDS, name: 'probe', log })
    const tell = () => process.connected && process.send(link.health)
    try {
      await link.open()
    } catch (error) {
      log.fatal(error.message)
      process.exit(1)
    }
    link.watch(tell)
    setInterval(tell, 50)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: import.meta.dirname,
    env: {
      ...process.env,
      NATS_URL: url,
      ...(credentialsFile !== undefined && { NATS_CREDS: credentialsFile }),
      ...(authority !== undefined && { NODE_EXTRA_CA_CERTS: authority }),
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const texts: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => texts.push(String(chunk)))
  let latest: unknown
  child.on('message', (message) => {
    latest = message
  })
  const exited = once(child, 'close')
  t.after(async () => {
    child.kill('SIGKILL')
    await exited
  })
  await Promise.race([once(child, 'message'), exited])
  return {
    becomes: (health) =>
      eventually(`its health is ${JSON.stringify(health)}`, () => {
        return JSON.stringify(latest) === JSON.stringify(health)
      }),
    printed: () => texts.join(''),
  }
}

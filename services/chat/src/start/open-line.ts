import { createHmac } from 'node:crypto'

import type { Tx } from '@oficina/kit/database.ts'
import type { Log } from '@oficina/kit/log.ts'
import type { NatsHealth } from '@oficina/nats/nats-link.ts'
import type { NatsServers } from '@oficina/nats/nats-settings.ts'

import { databaseName } from '../events/store/database-name.ts'
import type { WakeLine } from '../events/wake-line.ts'

interface LineConfig {
  readonly nats?: NatsServers | undefined
  readonly natsCredentialsFile?: string | undefined
}

interface Installation {
  readonly database: Tx
  readonly secret: Buffer
  readonly log: Log
}

export type OpenLine = WakeLine & { readonly health: NatsHealth; close(): Promise<void> }

const NAME_DIGITS = 32

/** The line by NATS, or undefined where none is configured. A server that is away is looked for meanwhile. */
export async function openLine(
  { nats, natsCredentialsFile: credentialsFile }: LineConfig,
  { database, secret, log }: Installation,
): Promise<OpenLine | undefined> {
  if (nats === undefined) return undefined
  const { NatsLink } = await import('@oficina/nats/nats-link.ts')
  const link = new NatsLink({ nats, credentialsFile, name: 'oficina chat', log })
  await link.open()
  const subject = `oficina.chat.${await nameOf(database, secret)}.wake`
  return {
    get isConnected() {
      return link.isConnected
    },
    get health() {
      return link.health
    },
    say: () => link.say(subject),
    listen: (heard) => void link.listen(subject, heard),
    watch: (changed) => link.watch(changed),
    close: () => link.close(),
  }
}

/** Of this installation alone, so that two with one NATS do not wake each other; tells nothing of its secret. */
async function nameOf(database: Tx, secret: Buffer): Promise<string> {
  const name = await databaseName(database)
  return createHmac('sha256', secret).update(`nats ${name}`).digest('hex').slice(0, NAME_DIGITS)
}

import { networkInterfaces } from 'node:os'

import type { FastifyInstance } from 'fastify'

import { saveAddress } from '../events/store/process-address-store.ts'
import type { ServiceTools } from '../service-tools.ts'

const REPEAT_MS = 60_000
const ANY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::'])

/** Lets other processes know where they reach this one, from when it listens on. */
export function announceAddress(
  app: FastifyInstance,
  { database, hub, log }: ServiceTools,
  given: string | undefined,
): { readonly stop: () => void } {
  const announce = async () => {
    const url = given ?? listeningAt(app)
    if (url !== undefined) await saveAddress(database, hub.processId, url)
  }
  const tryAnnounce = () =>
    announce().catch((error: unknown) =>
      log.warn({ err: error }, 'other processes do not know where this one is'),
    )
  app.addHook('onListen', tryAnnounce)
  // It may have failed, and what is not repeated is forgotten.
  const timer = setInterval(() => void tryAnnounce(), REPEAT_MS).unref()
  return { stop: () => clearInterval(timer) }
}

function listeningAt(app: FastifyInstance): string | undefined {
  const [bound] = app.addresses()
  if (typeof bound !== 'object') return undefined
  const address = ANY_ADDRESS.has(bound.address) ? ownAddress() : bound.address
  return `http://${address.includes(':') ? `[${address}]` : address}:${bound.port}`
}

/** The first address of this machine by which others can reach it. */
function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  const outer = all.find(({ family, internal }) => family === 'IPv4' && !internal)
  return outer?.address ?? '127.0.0.1'
}

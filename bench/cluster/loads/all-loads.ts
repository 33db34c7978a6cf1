import type { Cluster } from '../cluster.ts'
import { startChatLoad } from './chat-load.ts'
import { makePeople, type Person } from './chat-people.ts'
import { startDocumentsLoad, storeTemplate } from './documents-load.ts'
import { makeThings, signIn, type ErpCaller, type ErpThings } from './erp-api.ts'
import { startErpLoad } from './erp-load.ts'
import type { Load } from './load.ts'

/** What all loads work with, made once. */
export interface Prepared {
  readonly people: readonly Person[]
  readonly channelId: number
  readonly caller: ErpCaller
  readonly things: ErpThings
}

export async function prepare({ ports }: Cluster): Promise<Prepared> {
  const { people, channelId } = await makePeople(ports.chat, ['ana', 'luis', 'eva', 'raul'])
  const caller = await signIn(ports.erp)
  const things = await makeThings(caller)
  await storeTemplate(ports.documents)
  return { people, channelId, caller, things }
}

/** Clients of all three services, who leave the machine room to recover: what is counted is faults, not speed. */
export async function startLoads(
  { ports }: Cluster,
  { people, channelId, caller, things }: Prepared,
  mark: string,
): Promise<readonly Load[]> {
  const topic = { channelId, name: mark }
  return [
    await startChatLoad({ port: ports.chat, people, topic, paceMs: 40, listeners: 3 }),
    startErpLoad({ caller, things, mark, buyers: 3, paceMs: 60 }),
    await startDocumentsLoad({ port: ports.documents, mark, writers: 2, printers: 1, paceMs: 60 }),
  ]
}

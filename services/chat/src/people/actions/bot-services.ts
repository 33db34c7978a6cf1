import type { Tx } from '@oficina/kit/database.ts'
import { outboundUrl } from '@oficina/outbound/checked-dial.ts'

import type { BotService } from '../../../wire/bots.ts'
import type { ActionTools, ActionTx } from '../../events/act.ts'
import { refusal } from '../../tenancy/api-error.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { say } from '../../tenancy/words/say.ts'
import { newApiKey, openApiKey, sealApiKey } from '../api-key.ts'
import { botWatchers } from '../store/account-change.ts'
import { putBotService, servicesOfBots } from '../store/bot-service-store.ts'
import type { BotRow } from '../store/bot-store.ts'

/** The forms in which a bot may be called. */
export const INTERFACE = { zulip: 1, slack: 2 } as const

/** A bot that this server calls. */
export const OUTGOING_WEBHOOK = 3

const MAX_URL = 2_000

/** Where and how a bot is to be called; absent: as before. */
export interface ServiceChange {
  readonly url: string | undefined
  readonly interface: number | undefined
}

type Secret = Pick<ActionTools, 'secret'>

/** The services of bots as their owners and the administrators see them. */
export async function servicesByBot(
  tx: Tx,
  { secret }: Secret,
  realmId: RealmId,
  botIds: readonly number[],
): Promise<ReadonlyMap<number, readonly BotService[]>> {
  const rows = await servicesOfBots(tx, realmId, botIds)
  return new Map(
    rows.map((row) => [
      row.bot_id,
      [
        {
          base_url: row.base_url,
          interface: row.interface,
          token: openApiKey(row.token_cipher, secret),
        },
      ],
    ]),
  )
}

/** @throws ApiError naming what is wrong with an address or a form, by its parameter */
export function checkService(change: ServiceChange, urlParameter: string): void {
  const { url, interface: form } = change
  if (form !== undefined && form !== INTERFACE.zulip && form !== INTERFACE.slack) {
    throw refusal('Invalid interface type')
  }
  if (url === undefined) return
  if (url.length > MAX_URL || outboundUrl(url) === undefined) {
    throw refusal(say('%{place} is not a URL', { place: urlParameter }))
  }
}

/** Gives a bot an address, with a token of its own. */
export async function addService(
  tx: Tx,
  { secret }: Secret,
  realmId: RealmId,
  { botId, url, form }: { readonly botId: number; readonly url: string; readonly form: number },
): Promise<void> {
  await putBotService(tx, realmId, {
    bot_id: botId,
    base_url: url,
    interface: form,
    token_cipher: sealApiKey(newApiKey(), secret),
  })
}

/** Changes where and how a bot is called, and tells those who see it. @throws ApiError */
export async function changeService(
  tx: ActionTx,
  tools: Secret,
  realmId: RealmId,
  { bot, change }: { readonly bot: BotRow; readonly change: ServiceChange },
): Promise<void> {
  if (change.url === undefined && change.interface === undefined) return
  if (bot.bot_type !== OUTGOING_WEBHOOK) {
    throw refusal('service_payload_url and service_interface are for bots of type 3 only')
  }
  checkService(change, 'service_payload_url')
  const [before] = await servicesOfBots(tx, realmId, [bot.id])
  const url = change.url ?? before?.base_url
  // One that came from another server has no address yet.
  if (url === undefined)
    throw refusal(say("Missing '%{name}' argument", { name: 'service_payload_url' }))
  const form = change.interface ?? before?.interface ?? INTERFACE.zulip
  await addService(tx, tools, realmId, { botId: bot.id, url, form })
  const services = (await servicesByBot(tx, tools, realmId, [bot.id])).get(bot.id) ?? []
  const users = await botWatchers(tx, realmId, bot.bot_owner_id)
  tx.emit({ users }, { type: 'realm_bot', op: 'update', bot: { user_id: bot.id, services } })
}

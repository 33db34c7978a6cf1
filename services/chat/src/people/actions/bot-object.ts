import type { Tx } from '@oficina/kit/database.ts'

import type { BotObject } from '../../../wire/bots.ts'
import type { ActionTools } from '../../events/act.ts'
import { avatarOf } from '../../tenancy/person-form.ts'
import { personById } from '../../tenancy/store/person-store.ts'
import type { Realm } from '../../tenancy/store/user-store.ts'
import { openApiKey } from '../api-key.ts'
import type { BotRow } from '../store/bot-store.ts'
import { servicesByBot } from './bot-services.ts'

export const NO_STREAMS = {
  default_sending_stream: null,
  default_events_register_stream: null,
  default_all_public_streams: false,
} as const

/** A bot as its owner lists it. */
export async function ownersView(
  tx: Tx,
  { secret }: Pick<ActionTools, 'secret'>,
  { id: realmId, host }: Pick<Realm, 'id' | 'host'>,
  bot: BotRow,
) {
  const row = await personById(tx, realmId, bot.id)
  return {
    user_id: bot.id,
    email: bot.delivery_email,
    full_name: bot.full_name,
    api_key: openApiKey(bot.api_key_cipher, secret),
    avatar_url: avatarOf(row, host, { isEmailVisible: true }).url,
    ...NO_STREAMS,
  }
}

/** A bot as its owner and the administrators see it. */
export async function botObject(
  tx: Tx,
  tools: Pick<ActionTools, 'secret'>,
  realm: Pick<Realm, 'id' | 'host'>,
  bot: BotRow,
): Promise<BotObject> {
  const services = await servicesByBot(tx, tools, realm.id, [bot.id])
  return {
    ...(await ownersView(tx, tools, realm, bot)),
    bot_type: bot.bot_type,
    is_active: bot.is_active,
    owner_id: bot.bot_owner_id,
    services: services.get(bot.id) ?? [],
  }
}

import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'

/** How a bot is called. */
export interface BotServiceRow {
  readonly bot_id: number
  readonly base_url: string
  /** 1: Zulip's form, 2: Slack's. */
  readonly interface: number
  readonly token_cipher: Buffer
}

export async function servicesOfBots(
  tx: Tx,
  realmId: RealmId,
  botIds: readonly number[],
): Promise<readonly BotServiceRow[]> {
  return await tx.query<BotServiceRow>(
    sql`select bot_id, base_url, interface, token_cipher from bot_service
        where realm_id = ${realmId} and bot_id = any(${botIds}::bigint[]) order by bot_id`,
  )
}

/** A bot that has an address already keeps its token. */
export async function putBotService(
  tx: Tx,
  realmId: RealmId,
  { bot_id: botId, base_url: url, interface: form, token_cipher: token }: BotServiceRow,
): Promise<void> {
  await tx.execute(
    sql`insert into bot_service (realm_id, bot_id, base_url, interface, token_cipher)
        values (${realmId}, ${botId}, ${url}, ${form}, ${token})
        on conflict (realm_id, bot_id) do update set base_url = excluded.base_url, interface = excluded.interface`,
  )
}

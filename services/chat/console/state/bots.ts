import type { Part } from './part.ts'
import { Table } from './table.ts'

export interface Bot {
  readonly user_id: number
  readonly full_name: string
  readonly email: string
  readonly bot_type: number
  readonly is_active: boolean
  readonly owner_id: number | null
  readonly avatar_url: string | null
}

/** The bots that the person may change. */
export const bots = new Table<number, Bot>()

export const botsPart: Part = {
  later: ['realm_bot'],
  take: (state) => {
    const given = state['realm_bots']
    if (given === undefined) return
    bots.replace((given as readonly Bot[]).map((bot) => [bot.user_id, bot]))
  },
  events: {
    'realm_bot add': ({ bot }: { bot: Bot }) => bots.set(bot.user_id, bot),
    'realm_bot update': ({ bot }: { bot: Partial<Bot> & { user_id: number } }) =>
      bots.update(bot.user_id, (known) => ({ ...known, ...bot })),
    'realm_bot delete': ({ bot }: { bot: { user_id: number } }) => bots.delete(bot.user_id),
  },
}

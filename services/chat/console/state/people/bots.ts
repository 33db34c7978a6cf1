import type { BotObject } from '../../../wire/bots.ts'
import type { Part } from '../part.ts'
import { Table } from '../table.ts'

/** The bots that the person may change. */
export const bots = new Table<number, BotObject>()

export const botsPart: Part = {
  later: ['realm_bot'],
  take: (state) => {
    const given = state.realm_bots
    if (given === undefined) return
    bots.replace(given.map((bot) => [bot.user_id, bot]))
  },
  events: {
    'realm_bot add': ({ bot }) => bots.set(bot.user_id, bot),
    'realm_bot update': ({ bot }) => bots.update(bot.user_id, (known) => ({ ...known, ...bot })),
    'realm_bot delete': ({ bot }) => bots.delete(bot.user_id),
  },
}

import { optional, required } from '@oficina/api/parameter.ts'

import { mapOf, objectOf, TEXT } from '../../../wire/shape.ts'
import { endpoint } from '../../api/endpoint.ts'
import { jsonText, list, textsByName } from '../../api/kinds.ts'
import { clearStorage, readStorage, writeStorage } from '../actions/bot-storage.ts'

const MAX_KEYS = 10_000
const KEYS = { keys: optional(list(jsonText(), { maxItems: MAX_KEYS })) }

export const getBotStorage = endpoint({
  method: 'GET',
  path: '/bot_storage',
  summary: 'What a bot has stored',
  parameters: KEYS,
  answer: objectOf({ storage: mapOf(TEXT) }),
  handle: async ({ tools, caller, values }) => ({
    storage: await readStorage(tools, caller, values.keys ?? null),
  }),
})

export const putBotStorage = endpoint({
  method: 'PUT',
  path: '/bot_storage',
  summary: 'Store texts for a bot',
  parameters: { storage: required(textsByName({ maxItems: MAX_KEYS })) },
  handle: async ({ tools, caller, values }) => {
    const pairs = [...values.storage].map(([key, value]) => ({ key, value }))
    await writeStorage(tools, caller, pairs)
  },
})

export const deleteBotStorage = endpoint({
  method: 'DELETE',
  path: '/bot_storage',
  summary: 'Remove what a bot has stored',
  parameters: KEYS,
  handle: async ({ tools, caller, values }) => {
    await clearStorage(tools, caller, values.keys ?? null)
  },
})

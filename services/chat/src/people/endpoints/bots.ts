import { jsonOrText } from '@oficina/api/kinds.ts'
import { defaulted, optional, required } from '@oficina/api/parameter.ts'

import { BOT_CHANGED_ANSWER, NEW_BOT_ANSWER, OWN_BOTS_ANSWER } from '../../../wire/bots.ts'
import { objectOf, TEXT } from '../../../wire/shape.ts'
import { endpoint } from '../../api/endpoint.ts'
import { integer, integerChoice, jsonText, text } from '../../api/kinds.ts'
import { numberInPath } from '../../api/path-parameters.ts'
import { ROLES } from '../../tenancy/roles.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import { changeBot, createBot, listBots, regenerateKey } from '../actions/bots.ts'
import { deactivateUser } from '../actions/deactivate-user.ts'

// Zulip's own client sends it as JSON, others as it is.
const URL_TEXT = jsonOrText(jsonText())

const BY_BOT = { bot_id: numberInPath('The bot.') }

export const getBots = endpoint({
  method: 'GET',
  path: '/bots',
  summary: 'The caller’s bots with their keys',
  parameters: {},
  answer: OWN_BOTS_ANSWER,
  auth: 'human',
  handle: async ({ tools, caller }) => ({ bots: await listBots(tools, caller) }),
})

export const postBot = endpoint({
  method: 'POST',
  path: '/bots',
  summary: 'Create a bot',
  parameters: {
    full_name: required(text()),
    short_name: required(text()),
    bot_type: defaulted(integer(), 1),
    payload_url: optional(URL_TEXT),
    interface_type: optional(integer()),
  },
  answer: NEW_BOT_ANSWER,
  auth: 'human',
  handle: ({ tools, caller, values }) =>
    createBot(
      { tools, caller, viewer: viewerOf(caller) },
      {
        fullName: values.full_name,
        shortName: values.short_name,
        botType: values.bot_type,
        service: { url: values.payload_url, interface: values.interface_type },
      },
    ),
})

export const patchBot = endpoint({
  method: 'PATCH',
  path: '/bots/:bot_id',
  summary: 'Change a bot',
  named: BY_BOT,
  parameters: {
    full_name: optional(text()),
    bot_owner_id: optional(integer()),
    role: optional(integerChoice(ROLES)),
    service_payload_url: optional(URL_TEXT),
    service_interface: optional(integer()),
  },
  answer: BOT_CHANGED_ANSWER,
  auth: 'human',
  handle: ({ tools, caller, values }) =>
    changeBot(tools, caller, values.bot_id, {
      fullName: values.full_name,
      ownerId: values.bot_owner_id,
      role: values.role,
      service: { url: values.service_payload_url, interface: values.service_interface },
    }),
})

export const deleteBot = endpoint({
  method: 'DELETE',
  path: '/bots/:bot_id',
  summary: 'Deactivate a bot',
  named: BY_BOT,
  parameters: {},
  auth: 'human',
  handle: ({ tools, caller, values }) =>
    deactivateUser(tools, caller, { userId: values.bot_id, kind: 'bot' }),
})

export const postBotKey = endpoint({
  method: 'POST',
  path: '/bots/:bot_id/api_key/regenerate',
  summary: 'Give a bot another API key',
  named: BY_BOT,
  parameters: {},
  answer: objectOf({ api_key: TEXT }),
  auth: 'human',
  handle: async ({ tools, caller, values }) => ({
    api_key: await regenerateKey(tools, caller, values.bot_id),
  }),
})

import { required } from '@oficina/api/parameter.ts'

import { KEY_ANSWER } from '../../../wire/people.ts'
import { objectOf, TEXT } from '../../../wire/shape.ts'
import { endpoint, publicEndpoint } from '../../api/endpoint.ts'
import { text } from '../../api/kinds.ts'
import { fetchApiKey, fetchDevApiKey } from '../actions/fetch-api-key.ts'
import { regenerateApiKey } from '../actions/regenerate-api-key.ts'

export const postFetchApiKey = publicEndpoint({
  method: 'POST',
  path: '/fetch_api_key',
  summary: 'The API key of an account, for its password',
  parameters: { username: required(text()), password: required(text()) },
  answer: KEY_ANSWER,
  handle: async ({ tools, realm, values }) => {
    const account = await fetchApiKey(tools, realm, values)
    return { api_key: account.apiKey, email: account.email, user_id: account.id }
  },
})

export const postDevFetchApiKey = publicEndpoint({
  method: 'POST',
  path: '/dev_fetch_api_key',
  summary: 'The API key of any account, where that is switched on for development',
  parameters: { username: required(text()) },
  answer: KEY_ANSWER,
  handle: async ({ tools, realm, values }) => {
    const account = await fetchDevApiKey(tools, realm, values.username)
    return { api_key: account.apiKey, email: account.email, user_id: account.id }
  },
})

export const postOwnKey = endpoint({
  method: 'POST',
  path: '/users/me/api_key/regenerate',
  summary: 'Give the caller another API key',
  parameters: {},
  answer: objectOf({ api_key: TEXT }),
  auth: 'human',
  handle: async ({ tools, caller }) => ({ api_key: await regenerateApiKey(tools, caller) }),
})

import { fetchApiKey } from '../actions/fetch-api-key.ts'
import { text } from '../parameters/kind.ts'
import { required } from '../parameters/parameter.ts'
import { publicEndpoint } from './endpoint.ts'

export const postFetchApiKey = publicEndpoint({
  method: 'POST',
  path: '/fetch_api_key',
  summary: 'The API key of an account, for its password',
  parameters: { username: required(text()), password: required(text()) },
  answer: {
    api_key: { type: 'string' },
    email: { type: 'string' },
    user_id: { type: 'integer' },
  },
  handle: async ({ tools, realm, values }) => {
    const account = await fetchApiKey(tools, realm, values)
    return { api_key: account.apiKey, email: account.email, user_id: account.id }
  },
})

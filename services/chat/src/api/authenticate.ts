import type { FastifyRequest } from 'fastify'

import type { Tools } from '../events/act.ts'
import { API_KEY, hashApiKey } from '../people/api-key.ts'
import { ApiError } from '../tenancy/api-error.ts'
import type { Caller } from '../tenancy/store/user-store.ts'
import type { Told } from '../tenancy/words/say.ts'

const WEBHOOK_BOT = 2

type KeyTools = Pick<Tools, 'database' | 'callers'>

function unauthorized(message: Told): ApiError {
  return new ApiError('UNAUTHORIZED', message)
}

/**
 * The caller, by HTTP Basic credentials of an email address and an API key.
 * @source docs/contract/chat.md, Authentication
 */
export async function authenticate(
  tools: KeyTools,
  { headers, host }: Pick<FastifyRequest, 'headers' | 'host'>,
): Promise<Caller> {
  const { email, key } = credentials(headers.authorization)
  const caller = await callerOfKey(tools, { key, host, email })
  if (caller.botType === WEBHOOK_BOT) {
    throw unauthorized('This API is not available to incoming webhook bots.')
  }
  return caller
}

/**
 * Whose key it is, at the host of their organization; `email` must be theirs where it is given.
 * @throws ApiError UNAUTHORIZED
 */
export async function callerOfKey(
  tools: KeyTools,
  { key, host, email }: { readonly key: string; readonly host: string; readonly email?: string },
): Promise<Caller> {
  if (!API_KEY.test(key)) throw unauthorized('Malformed API key')
  const owner = await tools.callers.find(tools.database, { keyHash: hashApiKey(key), host })
  if (owner === undefined || (email !== undefined && !isEmailOf(owner.caller, email))) {
    throw unauthorized('Invalid API key')
  }
  const { caller, isElsewhere } = owner
  if (isElsewhere) throw unauthorized('Account is not associated with this subdomain')
  if (caller.realm.isDeactivated) throw unauthorized('This organization has been deactivated')
  if (!caller.isActive) throw unauthorized('Account is deactivated')
  return caller
}

function isEmailOf({ deliveryEmail }: Caller, email: string): boolean {
  return deliveryEmail.toLowerCase() === email.trim().toLowerCase()
}

function credentials(header: string | undefined): { readonly email: string; readonly key: string } {
  if (header === undefined) {
    throw unauthorized('Not logged in: API authentication or user session required')
  }
  const [scheme = '', encoded = ''] = header.trim().split(/\s+/, 2)
  if (scheme.toLowerCase() !== 'basic') {
    throw new ApiError('BAD_REQUEST', 'This endpoint requires HTTP basic authentication.')
  }
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.lastIndexOf(':')
  if (colon === -1) throw unauthorized('Invalid authorization header for basic auth')
  return { email: text.slice(0, colon), key: text.slice(colon + 1).trim() }
}

import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

import type { Loose } from '../chat-service.ts'

export const CLIENT = { id: 'oficina-chat', secret: 'the-secret-of-the-client' } as const

interface Grant {
  readonly nonce: string
  readonly challenge: string
  readonly redirectUri: string
}

export interface OidcDouble {
  readonly issuer: string
  /** What it says of whoever signs in next. */
  claims: Loose
  /** What is put over the claims of the identity token, to make it wrong. */
  forged: Loose
  /** Whether the claims about the person are told only by asking for them. */
  isTerse: boolean
  close(): void
}

/** A provider of OpenID Connect that lets everybody in at once. */
export async function oidcDouble(): Promise<OidcDouble> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const grants = new Map<string, Grant>()
  const double = {
    issuer: '',
    claims: {} as Loose,
    forged: {} as Loose,
    isTerse: false,
    close: () => server.close(),
  }
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const token = (claims: Loose) => {
    const head = `${encoded({ alg: 'RS256', kid: 'one' })}.${encoded(claims)}`
    return `${head}.${sign('sha256', Buffer.from(head), privateKey).toString('base64url')}`
  }
  const authorize = (query: URLSearchParams, response: ServerResponse) => {
    const code = randomUUID()
    const redirectUri = query.get('redirect_uri') ?? ''
    grants.set(code, {
      nonce: query.get('nonce') ?? '',
      challenge: query.get('code_challenge') ?? '',
      redirectUri,
    })
    const back = new URL(redirectUri)
    back.searchParams.set('code', code)
    back.searchParams.set('state', query.get('state') ?? '')
    response.writeHead(302, { location: back.href }).end()
  }
  const exchangeCode = async (request: IncomingMessage) => {
    const form = new URLSearchParams(await text(request))
    const grant = grants.get(form.get('code') ?? '')
    grants.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight =
      grant !== undefined &&
      grant.challenge === challenge &&
      grant.redirectUri === form.get('redirect_uri') &&
      form.get('client_id') === CLIENT.id &&
      form.get('client_secret') === CLIENT.secret
    if (!isRight) return undefined
    const now = Math.floor(Date.now() / 1000)
    const about = double.isTerse ? {} : double.claims
    return {
      access_token: 'access',
      token_type: 'Bearer',
      id_token: token({
        iss: double.issuer,
        aud: CLIENT.id,
        sub: 'subject',
        iat: now,
        exp: now + 60,
        nonce: grant.nonce,
        ...about,
        ...double.forged,
      }),
    }
  }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '', double.issuer)
    const send = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return send({
          issuer: double.issuer,
          authorization_endpoint: `${double.issuer}/authorize`,
          token_endpoint: `${double.issuer}/token`,
          userinfo_endpoint: `${double.issuer}/userinfo`,
          jwks_uri: `${double.issuer}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          token_endpoint_auth_methods_supported: ['client_secret_post'],
        })
      case '/keys':
        return send({
          keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256' }],
        })
      case '/authorize':
        return authorize(url.searchParams, response)
      case '/token': {
        const tokens = await exchangeCode(request)
        return tokens === undefined ? send({ error: 'invalid_grant' }, 400) : send(tokens)
      }
      case '/userinfo':
        return send({ sub: 'subject', ...double.claims })
      default:
        return send({ error: 'not_found' }, 404)
    }
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the provider listens')
  double.issuer = `http://127.0.0.1:${address.port}`
  return double
}

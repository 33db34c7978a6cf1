import { randomBytes } from 'node:crypto'

import { nkeys } from '@nats-io/transport-node'

type Keys = ReturnType<typeof nkeys.createUser>

export interface NatsAccounts {
  /** Lines for the configuration of a server that takes users of these accounts, and nobody else. */
  readonly configuration: string
  /** The content of a file of credentials, as `nsc` writes it, of a new user. */
  credentials(): string
}

const UNLIMITED = { subs: -1, data: -1, payload: -1 }
const ACCOUNT_LIMITS = { ...UNLIMITED, imports: -1, exports: -1, conn: -1, leaf: -1 }

/** An operator with one account, whose users show a JWT and sign what the server gives them. */
export function makeNatsAccounts(): NatsAccounts {
  const operator = nkeys.createOperator()
  const account = nkeys.createAccount()
  const accountKey = account.getPublicKey()
  const operatorToken = signed(operator, operator, { type: 'operator' })
  const accountToken = signed(operator, account, {
    type: 'account',
    limits: { ...ACCOUNT_LIMITS, wildcards: true },
    default_permissions: { pub: {}, sub: {} },
  })
  return {
    configuration: [
      `operator: ${operatorToken}`,
      'resolver: MEMORY',
      `resolver_preload: { ${accountKey}: ${accountToken} }`,
    ].join('\n'),
    credentials: () => {
      const user = nkeys.createUser()
      const token = signed(account, user, { type: 'user', pub: {}, sub: {}, ...UNLIMITED })
      const seed = new TextDecoder().decode(user.getSeed())
      return [...framed('NATS USER JWT', token), '', ...framed('USER NKEY SEED', seed), ''].join(
        '\n',
      )
    },
  }
}

function framed(name: string, content: string): readonly string[] {
  return [`-----BEGIN ${name}-----`, content, `------END ${name}------`]
}

/** A JWT in the form of NATS, version 2. */
function signed(issuer: Keys, subject: Keys, claims: object): string {
  const head = { typ: 'JWT', alg: 'ed25519-nkey' }
  const body = {
    jti: randomBytes(16).toString('hex'),
    iat: Math.floor(Date.now() / 1_000),
    iss: issuer.getPublicKey(),
    name: 'oficina',
    sub: subject.getPublicKey(),
    nats: { ...claims, version: 2 },
  }
  const text = [head, body].map((part) => encoded(Buffer.from(JSON.stringify(part)))).join('.')
  return `${text}.${encoded(issuer.sign(Buffer.from(text)))}`
}

function encoded(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}

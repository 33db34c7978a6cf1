import { optional, text, type ConfigProblem } from '@oficina/kit/config.ts'
import { fail, ok, type Result } from '@oficina/kit/result.ts'

/** Servers of one NATS, and who the service is there. */
export interface NatsServers {
  /** `host:port` each, without secrets: they may be logged. */
  readonly servers: readonly string[]
  readonly usesTls: boolean
  readonly account: NatsAccount
}

export type NatsAccount =
  | { readonly kind: 'none' }
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'user'; readonly user: string; readonly password: string }

const DEFAULT_PORT = '4222'
// More servers than a cluster has.
const MAX_SERVERS = 20

/**
 * Where NATS is, for services that share work or wake each other by it; absent: they do without.
 * @source docs/decisions/0009-nats.md
 */
export function natsSettings() {
  return {
    nats: optional('NATS_URL', natsServers),
    natsCredentialsFile: optional('NATS_CREDS', text),
  }
}

/** What of the settings makes no sense together. */
export function natsProblems({
  nats,
  natsCredentialsFile,
}: {
  readonly nats?: NatsServers | undefined
  readonly natsCredentialsFile?: string | undefined
}): readonly ConfigProblem[] {
  if (natsCredentialsFile === undefined) return []
  if (nats === undefined)
    return [{ variable: 'NATS_URL', message: 'is required, because NATS_CREDS is set' }]
  if (nats.account.kind !== 'none')
    return [{ variable: 'NATS_CREDS', message: 'and an account in NATS_URL exclude each other' }]
  return []
}

/** `nats://user:password@host:4222`, `nats://token@host` or `tls://host`; several with commas. The errors repeat nothing. */
export function natsServers(raw: string): Result<NatsServers, string> {
  const parts = raw.split(',').map((part) => part.trim())
  if (parts.length > MAX_SERVERS) return fail(`must name at most ${MAX_SERVERS} servers`)
  const urls = parts.flatMap((part) => (URL.canParse(part) ? [new URL(part)] : []))
  if (urls.length < parts.length || !urls.every(isServer))
    return fail(
      'must be nats://[user:password@]host[:port] or tls://[user:password@]host[:port], several with commas',
    )
  const [first] = urls
  if (first === undefined || urls.some(({ protocol }) => protocol !== first.protocol))
    return fail('must name all servers by nats:// or all by tls://')
  const accounts = urls.map(accountOf).filter(({ kind }) => kind !== 'none')
  const [account = { kind: 'none' }] = accounts
  if (accounts.some((other) => JSON.stringify(other) !== JSON.stringify(account)))
    return fail('must give the same user and password, or the same token, for all servers')
  return ok({
    servers: urls.map(({ hostname, port }) => `${hostname}:${port === '' ? DEFAULT_PORT : port}`),
    usesTls: first.protocol === 'tls:',
    account,
  })
}

function isServer({ protocol, hostname, pathname, search, hash }: URL): boolean {
  return (
    (protocol === 'nats:' || protocol === 'tls:') &&
    hostname !== '' &&
    (pathname === '' || pathname === '/') &&
    search + hash === ''
  )
}

function accountOf({ username, password }: URL): NatsAccount {
  if (username === '') return { kind: 'none' }
  const [user, secret] = [plain(username), plain(password)]
  return password === '' ? { kind: 'token', token: user } : { kind: 'user', user, password: secret }
}

/** What is no percent encoding is meant as it stands. */
function plain(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}

import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'

import { makeAuthority, type Authority, type Certificate } from '@oficina/testkit/authority.ts'
import { makeNatsAccounts } from '@oficina/testkit/nats-accounts.ts'
import { startNatsServer, type NatsServer } from '@oficina/testkit/nats-server.ts'

import { startLink } from './link-process.ts'

const USER = 'authorization { user: "oficina", password: "r1ght secret" }'
const TOKEN = 'authorization { token: "r1ght-token" }'

let authority: Authority
let folder: string

before(async () => {
  authority = await makeAuthority()
  folder = await mkdtemp(join(tmpdir(), 'oficina-nats-link-'))
})
after(async () => {
  await authority.remove()
  await rm(folder, { recursive: true, force: true })
})

async function started(t: TestContext, ...configuration: readonly string[]): Promise<NatsServer> {
  const server = await startNatsServer({ configuration: configuration.join('\n') })
  t.after(() => server.stop())
  return server
}

function tlsBy({ certificateFile, keyFile }: Certificate, more = ''): string {
  return `tls { cert_file: "${certificateFile}", key_file: "${keyFile}" ${more} }`
}

async function fileOf(name: string, content: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

/** The address with TLS and who asks. */
function at({ port }: NatsServer, who: string, host = '127.0.0.1', scheme = 'tls'): string {
  return `${scheme}://${who}${host}:${port}`
}

test('with TLS, a user with a password, a token and a file of credentials are let in', async (t) => {
  const tls = tlsBy(await authority.certificate('IP:127.0.0.1,DNS:localhost'))
  const accounts = makeNatsAccounts()
  const [byUser, byToken, byFile] = await Promise.all([
    started(t, tls, USER),
    started(t, tls, TOKEN),
    started(t, tls, accounts.configuration),
  ])
  const credentialsFile = await fileOf('right.creds', accounts.credentials())
  const trusted = { authority: authority.file }
  const links = await Promise.all([
    startLink(t, { url: at(byUser, 'oficina:r1ght%20secret@'), ...trusted }),
    startLink(t, { url: at(byToken, 'r1ght-token@', 'localhost'), ...trusted }),
    startLink(t, { url: at(byFile, ''), credentialsFile, ...trusted }),
  ])
  for (const link of links) {
    await link.becomes({ connected: true })
    assert.match(link.printed(), /connected to NATS/)
    assert.doesNotMatch(link.printed(), /r1ght|BEGIN|eyJ/)
  }
})

test('who is not let in is told by which variable, once, without what it holds', async (t) => {
  const accounts = makeNatsAccounts()
  const [byUser, byToken, byFile] = await Promise.all([
    started(t, USER),
    started(t, TOKEN),
    started(t, accounts.configuration),
  ])
  const stranger = await fileOf('stranger.creds', makeNatsAccounts().credentials())
  const cases = [
    [
      { url: at(byUser, 'oficina:wr0ng@', '127.0.0.1', 'nats') },
      /the user or the password in NATS_URL/,
    ],
    [{ url: at(byToken, 'wr0ng@', '127.0.0.1', 'nats') }, /the token in NATS_URL/],
    [{ url: at(byUser, '', '127.0.0.1', 'nats') }, /wants an account: .*NATS_URL.*NATS_CREDS/],
    [
      { url: at(byFile, '', '127.0.0.1', 'nats'), credentialsFile: stranger },
      /the credentials in the file of NATS_CREDS/,
    ],
  ] as const
  for (const [settings, told] of cases) {
    const link = await startLink(t, settings)
    await link.becomes({ connected: false, reason: 'account' })
    assert.match(link.printed(), told)
    assert.equal(link.printed().trim().split('\n').length, 1, link.printed())
    assert.doesNotMatch(link.printed(), /wr0ng|BEGIN|eyJ/)
  }
})

test('a certificate that is not trusted, out of date or of another name is told with what to do', async (t) => {
  const right = await authority.certificate('IP:127.0.0.1')
  const [server, expired, foreign] = await Promise.all([
    started(t, tlsBy(right)),
    started(t, tlsBy(await authority.certificate('IP:127.0.0.1', -1))),
    started(t, tlsBy(await authority.certificate('DNS:nats.example.com'))),
  ])
  const trusted = { authority: authority.file }
  const cases = [
    [{ url: at(server, '') }, /not trusted here: NODE_EXTRA_CA_CERTS/],
    [{ url: at(expired, ''), ...trusted }, /out of date, or the clock/],
    [{ url: at(foreign, ''), ...trusted }, /another name than the one in NATS_URL/],
    // It names the address in numbers alone.
    [{ url: at(server, '', 'localhost'), ...trusted }, /another name than the one in NATS_URL/],
  ] as const
  for (const [settings, told] of cases) {
    const link = await startLink(t, settings)
    await link.becomes({ connected: false, reason: 'certificate' })
    assert.match(link.printed(), told)
  }
})

test('TLS that only one side wants is told with what to do', async (t) => {
  const certificate = await authority.certificate('IP:127.0.0.1')
  const [plain, strict] = await Promise.all([
    started(t),
    started(t, tlsBy(certificate, `, ca_file: "${authority.file}", verify: true`)),
  ])
  for (const [server, told] of [
    [plain, /demands TLS by tls:/],
    [strict, /demand certificates of its clients/],
  ] as const) {
    const link = await startLink(t, { url: at(server, ''), authority: authority.file })
    await link.becomes({ connected: false, reason: 'tls' })
    assert.match(link.printed(), told)
  }
})

test('who was let in and is refused after a loss says so, and is let in again when that is mended', async (t) => {
  const accounts = makeNatsAccounts()
  const server = await started(t, accounts.configuration)
  const credentialsFile = await fileOf('renewed.creds', accounts.credentials())
  const url = at(server, '', '127.0.0.1', 'nats')
  const link = await startLink(t, { url, credentialsFile })
  await link.becomes({ connected: true })
  await fileOf('renewed.creds', makeNatsAccounts().credentials())
  await server.kill()
  await link.becomes({ connected: false, reason: 'unreachable' })
  await server.start()
  await link.becomes({ connected: false, reason: 'account' })
  assert.match(link.printed(), /NATS is lost[^]*the credentials in the file of NATS_CREDS/)
  await fileOf('renewed.creds', accounts.credentials())
  await link.becomes({ connected: true })
  assert.equal(link.printed().match(/NATS is lost/g)?.length, 1)
})

test('a NATS_CREDS that names no file of credentials ends the start, and repeats nothing of the file', async (t) => {
  const url = 'nats://127.0.0.1:9'
  const other = await fileOf('other.creds', 'S3CRET')
  const without = await startLink(t, { url, credentialsFile: join(folder, 'absent') })
  assert.match(without.printed(), /NATS_CREDS must name a file that can be read/)
  const wrong = await startLink(t, { url, credentialsFile: other })
  assert.match(wrong.printed(), /NATS_CREDS must name a file with a JWT and its key/)
  assert.doesNotMatch(wrong.printed(), /S3CRET/)
})

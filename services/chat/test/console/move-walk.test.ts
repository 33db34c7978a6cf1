import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import sharp from 'sharp'
import { testBrowser, type TestBrowser, type TestPage } from '@oficina/testkit/browser.ts'
import { eventually } from '@oficina/testkit/eventually.ts'
import { exchange } from '@oficina/testkit/http-exchange.ts'
import { testDatabase, type TestDatabase } from '@oficina/testkit/test-postgres.ts'

import { ended, freePort, startProcess, type Running } from '../chat-process.ts'
import { mailServer, readMail, type MailServer } from '../told/mails.ts'
import { run } from '../transfer/command-line.ts'

// Deep: it moves an organization while three people work in it.

type Page = TestPage['page']

interface Server {
  readonly running: Running
  readonly database: TestDatabase
  readonly dataDir: string
  readonly url: string
}

const PEOPLE = [
  { name: 'Luis Ríos', email: 'luis@example.com', password: 'clave-de-luis' },
  { name: 'Eva Luna', email: 'eva@example.com', password: 'clave-de-eva' },
  { name: 'Raúl Sol', email: 'raul@example.com', password: 'clave-de-raul' },
] as const
const ANA = { email: 'ana@example.com', password: 'clave-de-ana' }

let folder = ''
let mails: MailServer
let browser: TestBrowser
const servers: Running[] = []
const databases: TestDatabase[] = []

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oficina-walk-'))
  mails = await mailServer()
  browser = await testBrowser(process.env['SCREENSHOT_DIR'])
})
after(async () => {
  await browser.stop()
  for (const { child } of servers) {
    child.kill()
    await ended(child)
  }
  mails.close()
  for (const database of databases) await database.drop()
  await rm(folder, { recursive: true })
})

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await testDatabase({ key: 'empty', build: () => Promise.resolve() })
  databases.push(database)
  return database
}

async function start(database: TestDatabase, name: string): Promise<Server> {
  const port = await freePort()
  const dataDir = join(folder, name)
  const running = await startProcess({
    databaseUrl: database.url,
    dataDir,
    settings: {
      PORT: String(port),
      CHAT_REALM_NAME: 'Obras',
      CHAT_OWNER_EMAIL: ANA.email,
      CHAT_OWNER_PASSWORD: ANA.password,
      CHAT_SECRET: 'ab'.repeat(32),
      SMTP_URL: mails.url,
    },
  })
  servers.push(running)
  return { running, database, dataDir, url: `http://localhost:${port}` }
}

/** The link of the newest mail to somebody that leads to such a place of a server. */
async function linkTo(email: string, { url }: Server, place: string): Promise<string> {
  return await eventually(`a mail to ${email}`, () => {
    const read = mails.mails.map(readMail).filter(({ to }) => to === email)
    const links = read.flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? [])
    return Promise.resolve(links.findLast((link) => link.startsWith(url) && link.includes(place)))
  })
}

interface SignedIn {
  readonly email: string
  readonly key: string
}

async function signIn({ url }: Server, email: string, password: string): Promise<SignedIn> {
  const body = new URLSearchParams({ username: email, password })
  const { status, json, text } = await exchange(`${url}/api/v1/fetch_api_key`, 'POST', { body })
  assert.equal(status, 200, text)
  return { email, key: json.api_key }
}

async function call({ url }: Server, { email, key }: SignedIn, path: string, body: BodyInit) {
  const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`
  const answer = await exchange(`${url}/api/v1${path}`, 'POST', {
    headers: { authorization },
    body,
  })
  assert.equal(answer.status, 200, answer.text)
  return answer.json
}

/** Signs in at the web client, as a person does; the page of all messages. */
async function enter(server: Server, email: string, password: string): Promise<Page> {
  const { page } = await browser.open()
  await page.goto(`${server.url}/console/`)
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña').fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.waitForURL('**/console/inbox')
  await page.getByRole('navigation', { name: 'Conversaciones' }).waitFor()
  await page.goto(`${server.url}/console/narrow`)
  return page
}

async function resetPassword(server: Server, email: string, password: string): Promise<void> {
  const { page } = await browser.open()
  await page.goto(`${server.url}/accounts/password/reset`)
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByRole('button', { name: 'Enviar el enlace' }).click()
  await page.getByRole('heading', { name: 'Revisa tu correo' }).waitFor()
  await page.goto(await linkTo(email, server, 'password/reset'))
  await page.getByLabel('Contraseña nueva').fill(password)
  await page.getByRole('button', { name: 'Guardar la contraseña' }).click()
  await page.getByRole('heading', { name: 'Tu contraseña cambió' }).waitFor()
}

/** GitHub is connected, a bot writes, and somebody shows a picture. */
async function fill(server: Server, ana: SignedIn, luis: SignedIn): Promise<void> {
  const form = (fields: Record<string, string>) => new URLSearchParams(fields)
  const hook = await call(
    server,
    ana,
    '/bots',
    form({ full_name: 'GitHub', short_name: 'github', bot_type: '2' }),
  )
  const told = await exchange(
    `${server.url}/api/v1/external/github?api_key=${hook.api_key}&stream=obras`,
    'POST',
    {
      headers: { 'x-github-event': 'ping', 'content-type': 'application/json' },
      body: JSON.stringify({ repository: { name: 'casa' }, sender: { login: 'ana' } }),
    },
  )
  assert.equal(told.status, 200, told.text)
  await call(server, ana, '/bots', form({ full_name: 'Dados', short_name: 'dados', bot_type: '1' }))
  const { bots } = (
    await exchange(`${server.url}/api/v1/bots`, 'GET', {
      headers: {
        authorization: `Basic ${Buffer.from(`${ana.email}:${ana.key}`).toString('base64')}`,
      },
    })
  ).json
  const { username, api_key: key } = bots.find(
    (one: { readonly full_name: string }) => one.full_name === 'Dados',
  )
  const to = { type: 'stream', to: 'obras' }
  await call(
    server,
    { email: username, key },
    '/messages',
    form({ ...to, topic: 'casa', content: 'Sale un seis.' }),
  )
  const red = sharp({ create: { width: 900, height: 600, channels: 3, background: 'red' } })
  const picture = new FormData()
  picture.set('file', new Blob([Uint8Array.from(await red.png().toBuffer())]), 'obra.png')
  const { url } = await call(server, luis, '/user_uploads', picture)
  await call(
    server,
    luis,
    '/messages',
    form({ ...to, topic: 'fotos', content: `Así va: [la obra](${url})` }),
  )
}

/** What everybody sees in the channel: the webhook's words, the bot's, and the picture. */
async function seeAll(page: Page): Promise<void> {
  await page.getByText('GitHub webhook has been successfully configured').first().waitFor()
  await page.getByText('Sale un seis.').first().waitFor()
  await eventually('the picture is seen', () =>
    page.evaluate<boolean>(
      `[...document.querySelectorAll('.media img')].some((one) => one.naturalWidth > 0)`,
    ),
  )
}

test(
  'three who were invited by mail sign up, work, and find everything on another server',
  { timeout: 300_000 },
  async () => {
    const old = await start(await emptyDatabase(), 'old')
    const ana = await signIn(old, ANA.email, ANA.password)
    const form = (fields: Record<string, string>) => new URLSearchParams(fields)
    await call(old, ana, '/users/me/subscriptions', form({ subscriptions: '[{"name":"obras"}]' }))
    const { streams } = (
      await exchange(`${old.url}/api/v1/streams`, 'GET', {
        headers: {
          authorization: `Basic ${Buffer.from(`${ana.email}:${ana.key}`).toString('base64')}`,
        },
      })
    ).json
    const invited = PEOPLE.map(({ email }) => email).join(', ')
    const channels = JSON.stringify(
      streams.map(({ stream_id: id }: { readonly stream_id: number }) => id),
    )
    await call(old, ana, '/invites', form({ invitee_emails: invited, stream_ids: channels }))
    for (const { name, email, password } of PEOPLE) {
      const { page } = await browser.open()
      await page.goto(await linkTo(email, old, 'do_confirm'))
      await page.getByLabel('Nombre completo').fill(name)
      await page.getByLabel('Contraseña').fill(password)
      await page.getByRole('button', { name: 'Crear la cuenta' }).click()
      await page.getByRole('heading', { name: 'Te damos la bienvenida a Obras' }).waitFor()
    }
    const [{ email: luisEmail, password: luisPassword }, { email: eva }] = PEOPLE
    await resetPassword(old, eva, 'otra-de-eva')
    await fill(old, ana, await signIn(old, luisEmail, luisPassword))
    await seeAll(await enter(old, eva, 'otra-de-eva'))
    old.running.child.kill()
    await ended(old.running.child)

    const path = join(folder, 'obras.tar.gz')
    const place = { databaseUrl: old.database.url, dataDir: old.dataDir }
    const left = await run(place, 'export', path, '--realm', 'localhost')
    assert.equal(left.code, 0, left.stderr)
    const fresh = await emptyDatabase()
    const there = { databaseUrl: fresh.url, dataDir: join(folder, 'new') }
    const moved = await run(there, 'import', path, '--realm', 'localhost')
    assert.equal(moved.code, 0, moved.stderr)
    assert.match(moved.stdout, /^localhost: 6 accounts, 1 channels, .*, 1 files\.\nEverything/)
    const after = await start(fresh, 'new')
    const password = /password: (\S+)/.exec(moved.stdout)?.[1] ?? ''
    await seeAll(await enter(after, ANA.email, password))
    for (const { email } of PEOPLE) {
      await resetPassword(after, email, `nueva-de-${email}`)
      await seeAll(await enter(after, email, `nueva-de-${email}`))
    }
  },
)

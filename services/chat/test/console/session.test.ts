import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { exchange } from '@oficina/testkit/http-exchange.ts'

import { OWNER_PASSWORD } from '../chat-server.ts'
import { CLIENT, oidcDouble, type OidcDouble } from '../people/oidc-provider.ts'
import { startOwnConsole, type ConsoleTest } from './console-fixture.ts'

// A service of its own: it sets how people sign in.

let client: ConsoleTest
let provider: OidcDouble

before(async () => {
  provider = await oidcDouble()
  client = await startOwnConsole({
    oidcClientId: CLIENT.id,
    oidcClientSecret: CLIENT.secret,
    oidcName: 'Elsinore',
    oidcIssuer: provider.issuer,
  })
})
after(async () => {
  await client.stop()
  provider.close()
})

const CONVERSATIONS = { name: 'Conversaciones' } as const

test('a person signs in with email and password and comes to their home', async () => {
  const opened = await client.open('/')
  const { page } = opened
  await page.getByRole('heading', { name: 'Entrar a Example' }).waitFor()
  await opened.screenshot('sign-in')
  await opened.checkAccessibility()
  await page.getByLabel('Correo electrónico').fill('owner@example.com')
  await page.getByLabel('Contraseña').fill('wrong-horse')
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.getByRole('alert').waitFor()
  await page.getByLabel('Contraseña').fill(OWNER_PASSWORD)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.waitForURL('**/console/inbox')
  await page.reload()
  await page.getByRole('navigation', CONVERSATIONS).waitFor()
  assert.ok(page.url().endsWith('/console/inbox'), 'who comes again is signed in still')
})

test('an address of another client leads to the same view', async () => {
  const { page } = await client.openAs(client.chat.owner, '/inbox')
  await page.goto(`${client.chat.baseUrl}/#narrow/is/starred`)
  await page.waitForURL('**/console/narrow/is/starred')
})

test('a provider of OpenID Connect signs in, once, and only the tab that asked for it', async () => {
  const hamlet = await client.chat.person('Hamlet')
  provider.claims = { email_verified: true, email: hamlet.email }
  const { page } = await client.open('/')
  const begun = page.waitForRequest('**/accounts/login/social/oidc?web_flow_otp=*')
  const returned: string[] = []
  // The provider knows the organization by its own address, which is none that a browser finds here.
  await page.route('**/accounts/login/social/oidc?*', async (route) => {
    const left = await exchange(route.request().url(), 'GET')
    const there = await exchange(left.headers.get('location') ?? '', 'GET')
    const { pathname, search } = new URL(there.headers.get('location') ?? '')
    const cookie = left.headers.get('set-cookie')?.split(';')[0] ?? ''
    const back = await exchange(client.chat.baseUrl + pathname + search, 'GET', {
      headers: { cookie },
    })
    const location = client.chat.baseUrl + (back.headers.get('location') ?? '')
    returned.push(location)
    await route.fulfill({ status: 303, headers: { location } })
  })
  await page.getByRole('button', { name: 'Entrar con Elsinore' }).click()
  await begun
  await page.waitForURL('**/console/inbox')
  await page.getByRole('navigation', CONVERSATIONS).waitFor()
  const [link = ''] = returned
  assert.ok(link.includes('#signed-in?'), link)
  assert.ok(!link.includes(hamlet.key), 'the key itself is in no address')

  const other = await client.open('/')
  await other.page.goto(link)
  await other.page.reload()
  await other.page.getByRole('heading', { name: 'Entrar a Example' }).waitFor()
})

test('a browser is told all that it needs to install the client', async () => {
  const { baseUrl } = client.chat
  const page = await exchange(baseUrl, 'GET')
  assert.match(page.headers.get('content-security-policy') ?? '', /manifest-src 'self'/)
  const link = /<link rel="manifest" href="([^"]+)">/.exec(page.text)?.[1] ?? ''
  const manifest = await exchange(baseUrl + link, 'GET')
  assert.equal(manifest.contentType, 'application/manifest+json')
  const { start_url: start, display, icons } = JSON.parse(manifest.text)
  assert.deepEqual([start, display], ['/console', 'standalone'])
  assert.equal(icons.length, 3)
  for (const { src, type } of icons) {
    const icon = await exchange(baseUrl + src, 'GET')
    assert.deepEqual([icon.status, icon.contentType], [200, type])
  }
})

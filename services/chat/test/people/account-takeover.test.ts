import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'
import { exchange } from '@oficina/testkit/http-exchange.ts'

import { clientNetwork } from '../../src/tenancy/client-network.ts'
import { ROLE } from '../../src/tenancy/roles.ts'
import { OWNER_PASSWORD } from '../chat-server.ts'
import { startOwnChat, type ChatTest, type Person } from '../chat-service.ts'
import { linkIn, mailServer, readMail, type MailServer } from '../told/mails.ts'

// A service of its own: it sets a mail server.

let chat: ChatTest
let server: MailServer
let owner: Person

before(async () => {
  server = await mailServer()
  chat = await startOwnChat({ smtpUrl: server.url })
  ;({ owner } = chat)
})
after(async () => {
  await chat.stop()
  server.close()
})

/** The links in the mails to an address, oldest first, once there are so many mails. */
async function linksTo(address: string, count: number): Promise<readonly string[]> {
  const mails = await eventually(`${count} mails to ${address}`, () => {
    const found = server.mails.map(readMail).filter(({ to }) => to === address)
    return found.length >= count ? found : undefined
  })
  return mails.map(linkIn)
}

async function linkTo(address: string): Promise<string> {
  return (await linksTo(address, 1)).at(-1) ?? ''
}

const statusOf = async (link: string, method = 'GET', fields = {}) => {
  const body = method === 'GET' ? {} : { body: new URLSearchParams(fields) }
  return (await exchange(chat.baseUrl + link, method, body)).status
}

const emailOf = async (person: Person) => (await person.get('/users/me')).json.delivery_email

const asOwner = (fields: Record<string, string>) =>
  owner.patch('/settings', { old_password: OWNER_PASSWORD, ...fields })

test('who is no administrator any more leaves no invitation by which others, or themselves, become one', async () => {
  const horatio = await chat.person('Horatio', ROLE.administrator)
  const link = async (role: number) => {
    const { json } = await horatio.post('/invites/multiuse', { stream_ids: [], invite_as: role })
    return new URL(json.invite_link).pathname
  }
  const [asAdmin, asModerator, asMember] = await Promise.all([
    link(ROLE.administrator),
    link(ROLE.moderator),
    link(ROLE.member),
  ])
  const mailed = { invitee_emails: 'fortinbras@example.com', stream_ids: [] }
  await horatio.post('/invites', { ...mailed, invite_as: ROLE.administrator })
  const byMail = await linkTo('fortinbras@example.com')
  for (const one of [asAdmin, asModerator, asMember, byMail]) assert.equal(await statusOf(one), 200)
  const heard = await owner.listen({ event_types: ['invites_changed'] })
  await owner.patch(`/users/${horatio.id}`, { role: ROLE.member })
  assert.equal((await heard.events()).length, 1)
  assert.deepEqual(
    await Promise.all([asAdmin, asModerator, asMember, byMail].map((one) => statusOf(one))),
    [404, 404, 200, 404],
  )
  await owner.patch(`/users/${horatio.id}`, { role: ROLE.guest })
  assert.equal(await statusOf(asMember), 404)
})

test('an owner who becomes an administrator leaves no invitation to own the organization', async () => {
  const second = await chat.person('Gertrude', ROLE.owner)
  const mailed = { stream_ids: [], notify_referrer_on_join: false }
  for (const [name, role] of [
    ['osric', ROLE.owner],
    ['reynaldo', ROLE.administrator],
  ] as const) {
    await second.post('/invites', {
      ...mailed,
      invitee_emails: `${name}@example.com`,
      invite_as: role,
    })
  }
  const links = [await linkTo('osric@example.com'), await linkTo('reynaldo@example.com')]
  await owner.patch(`/users/${second.id}`, { role: ROLE.administrator })
  assert.deepEqual(await Promise.all(links.map((one) => statusOf(one))), [404, 200])
})

test('an administrator gives no owner another address, by which the account would be theirs', async () => {
  const claudius = await chat.person('Claudius', ROLE.administrator)
  const change = { new_email: 'claudius+owner@example.com' }
  const refused = await claudius.patch(`/users/${owner.id}`, change)
  assert.deepEqual([refused.status, refused.json.msg], [400, 'Must be an organization owner'])
  assert.equal(await emailOf(owner), owner.email)
  const other = await chat.person('Bernardo', ROLE.administrator)
  const allowed = await claudius.patch(`/users/${other.id}`, { new_email: 'b@example.com' })
  assert.equal(allowed.status, 200)
})

test('another password ends the link by which somebody who knew the old one would take the account along', async () => {
  const email = 'thief@example.com'
  assert.equal((await asOwner({ email })).status, 200)
  const [byThief = ''] = await linksTo(email, 1)
  assert.equal(await statusOf(byThief), 200)
  assert.equal((await asOwner({ new_password: 'another-one' })).status, 200)
  assert.equal(await statusOf(byThief), 404)
  assert.equal(await statusOf(byThief, 'POST'), 404)
  await asOwner({ old_password: 'another-one', new_password: OWNER_PASSWORD })

  assert.equal((await asOwner({ email })).status, 200)
  const [, again = ''] = await linksTo(email, 2)
  assert.equal(await statusOf(again), 200)
  await exchange(`${chat.baseUrl}/accounts/password/reset`, 'POST', {
    body: new URLSearchParams({ email: owner.email }),
  })
  const reset = await linkTo(owner.email)
  assert.equal(await statusOf(reset, 'POST', { password: 'a-third-one' }), 200)
  assert.equal(await statusOf(again, 'POST'), 404)
  // The key is another one since.
  const signedIn = await exchange(`${chat.baseUrl}/api/v1/fetch_api_key`, 'POST', {
    body: new URLSearchParams({ username: owner.email, password: 'a-third-one' }),
  })
  owner = chat.as({ ...owner, key: signedIn.json.api_key })
  assert.equal(await emailOf(owner), owner.email)
  await owner.patch('/settings', { old_password: 'a-third-one', new_password: OWNER_PASSWORD })
})

test('an address that an administrator sets ends the links that were asked for before', async () => {
  const person = await chat.person('Laertes')
  const { key } = person
  await exchange(`${chat.baseUrl}/accounts/password/reset`, 'POST', {
    body: new URLSearchParams({ email: person.email }),
  })
  const reset = await linkTo(person.email)
  assert.equal(await statusOf(reset, 'POST', { password: 'long-enough' }), 200)
  const signedIn = await exchange(`${chat.baseUrl}/api/v1/fetch_api_key`, 'POST', {
    body: new URLSearchParams({ username: person.email, password: 'long-enough' }),
  })
  assert.notEqual(signedIn.json.api_key, key)
  const laertes = chat.as({ ...person, key: signedIn.json.api_key })
  const email = 'laertes.else@example.com'
  await laertes.patch('/settings', { email, old_password: 'long-enough' })
  const link = await linkTo(email)
  assert.equal(await statusOf(link), 200)
  await owner.patch(`/users/${laertes.id}`, { new_email: 'laertes.rightful@example.com' })
  assert.equal(await statusOf(link, 'POST'), 404)
})

test('nobody fills a stranger’s mailbox by changing to that address, or by inviting it again and again', async () => {
  const email = 'victim@example.com'
  const changes: number[] = []
  for (let time = 0; time < 6; time += 1) changes.push((await asOwner({ email })).status)
  assert.deepEqual(changes, [200, 200, 200, 200, 200, 429])
  await owner.post('/invites', { invitee_emails: 'ophelia@example.com', stream_ids: [] })
  const { json } = await owner.get('/invites')
  const { id } = json.invites.find((one: { email?: string }) => one.email === 'ophelia@example.com')
  const resent: number[] = []
  for (let time = 0; time < 6; time += 1) {
    resent.push((await owner.post(`/invites/${id}/resend`)).status)
  }
  assert.deepEqual(resent, [200, 200, 200, 200, 200, 429])
  const [, , , , , last = ''] = await linksTo('ophelia@example.com', 6)
  assert.equal(await statusOf(last), 200, 'what was refused changed nothing')
  chat.clock.advance(1_800_000)
  assert.equal((await asOwner({ email })).status, 200)
  assert.equal((await owner.post(`/invites/${id}/resend`)).status, 200)
})

test('a domain is written as mail goes to it, and a part of a throw-away domain is one', async () => {
  await owner.patch('/realm', { disallow_disposable_email_addresses: true })
  const reasonOf = async (address: string) => {
    const { json } = await owner.post('/invites', { invitee_emails: address, stream_ids: [] })
    return json.errors?.[0]?.[1]
  }
  const disposable = 'Please use your real email address.'
  for (const [address, reason] of [
    ['a@mailinator.com', disposable],
    ['a@MAILINATOR.com', disposable],
    ['a@some.mailinator.com', disposable],
    ['a@ｍailinator.com', 'Invalid address.'],
    ['a@mailinator。com', 'Invalid address.'],
    ['a@mailinator.com.', 'Invalid address.'],
    ['a@mail\u00adinator.com', 'Invalid address.'],
    ['a@correo.méxico.example', undefined],
    ['a@xn--mxico-bsa.example', undefined],
  ] as const) {
    assert.equal(await reasonOf(address), reason, address)
  }
})

test('strangers are counted by their address, those of IPv6 by the network that is all theirs', () => {
  for (const [address, network] of [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:0:5:1:2:3:4', '2001:db8:0:5::/64'],
    ['2001:0DB8::5:0:0:0:9', '2001:db8:0:5::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ] as const) {
    assert.equal(clientNetwork(address), network, address)
  }
})

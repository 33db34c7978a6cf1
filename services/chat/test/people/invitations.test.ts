import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { ROLE } from '../../src/tenancy/roles.ts'
import { channel, startChat, type ChatTest, type Person } from '../chat-service.ts'
import { linkIn, mailsTo, newestMail } from '../told/mails.ts'

let chat: ChatTest
let owner: Person
let admin: Person
let hamlet: Person
let guest: Person
let denmark: number

before(async () => {
  chat = await startChat()
  ;({ owner } = chat)
  admin = await chat.person('Claudius', ROLE.administrator)
  hamlet = await chat.person('Hamlet')
  guest = await chat.person('Fortinbras', ROLE.guest)
  denmark = await channel(owner, 'Denmark', [owner, hamlet])
})
after(() => chat.stop())

const invitesOf = async (person: Person) => (await person.get('/invites')).json.invites
const invitee = (name: string) => ({ invitee_emails: `${name}@example.com`, stream_ids: [denmark] })

test('an invitation by mail names who invites, the organization, the link and its end', async () => {
  const sent = await hamlet.post('/invites', {
    ...invitee('horatio'),
    invite_expires_in_minutes: 60,
  })
  assert.deepEqual(sent.json, { result: 'success', msg: '' })
  const mail = await newestMail(chat, 'horatio@example.com')
  assert.equal(mail.subject, 'Hamlet has invited you to join Example')
  assert.match(mail.text, new RegExp(`https://${chat.host}/accounts/do_confirm/[a-z0-9]{24}\n`))
  const end = new Date(chat.clock.now() + 3_600_000).toISOString().slice(11, 16)
  assert.match(mail.text, new RegExp(`until .* ${end} UTC`))
  const [invite] = await invitesOf(hamlet)
  const now = Math.floor(chat.clock.now() / 1000)
  assert.deepEqual(invite, {
    id: invite.id,
    email: 'horatio@example.com',
    invited_by_user_id: hamlet.id,
    invited: now,
    expiry_date: now + 3_600,
    invited_as: ROLE.member,
    notify_referrer_on_join: true,
    is_multiuse: false,
  })
})

test('the mail is written in the language of the organization', async () => {
  await owner.patch('/realm', { default_language: 'es-mx' })
  await owner.post('/invites', invitee('reynaldo'))
  const mail = await newestMail(chat, 'reynaldo@example.com')
  await owner.patch('/realm', { default_language: 'en' })
  assert.equal(mail.subject, 'owner te invita a unirte a Example')
  assert.match(mail.text, /Crea tu cuenta con este enlace:/)
})

test('a list of addresses has commas, line ends and names, and each address is invited once', async () => {
  const invitee_emails =
    'Polonius <polonius@example.com>, ophelia@example.com\nOPHELIA@example.com,,'
  assert.equal((await owner.post('/invites', { invitee_emails, stream_ids: [] })).status, 200)
  assert.equal((await mailsTo(chat, 'polonius@example.com', 1)).length, 1)
  const found = (await invitesOf(owner)).map(({ email }: { email: string }) => email.toLowerCase())
  assert.equal(found.filter((email: string) => email === 'ophelia@example.com').length, 1)
})

test('addresses that cannot be invited are told, and nobody is invited', async () => {
  const before = await invitesOf(owner)
  const invitee_emails = `no-address, throw@mailinator.com, fine@example.com, ${hamlet.email}`
  const { status, json } = await owner.post('/invites', { invitee_emails, stream_ids: [] })
  assert.equal(status, 400)
  assert.deepEqual(json, {
    result: 'error',
    code: 'INVITATION_FAILED',
    msg: "Some emails did not validate, so we didn't send any invitations.",
    errors: [
      ['no-address', 'Invalid address.', false],
      ['throw@mailinator.com', 'Please use your real email address.', false],
      [hamlet.email, 'Already has an account.', false],
    ],
    sent_invitations: false,
    license_limit_reached: false,
    daily_limit_reached: false,
  })
  assert.deepEqual(await invitesOf(owner), before)
  const blank = await owner.post('/invites', { invitee_emails: ' ', stream_ids: [] })
  assert.equal(blank.json.msg, 'You must specify at least one email address.')
})

test('who has an account needs no invitation, and the others get theirs', async () => {
  const gone = await chat.person('Yorick')
  await owner.delete(`/users/${gone.id}`)
  const invitee_emails = `${hamlet.email},${gone.email},osric@example.com`
  const { status, json } = await owner.post('/invites', { invitee_emails, stream_ids: [] })
  assert.equal(status, 400)
  assert.deepEqual(
    [json.code, json.sent_invitations, json.errors],
    [
      'INVITATION_FAILED',
      true,
      [
        [hamlet.email, 'Already has an account.', false],
        [gone.email, 'Account has been deactivated.', true],
      ],
    ],
  )
  await newestMail(chat, 'osric@example.com')
  const none = await owner.post('/invites', { invitee_emails: hamlet.email, stream_ids: [] })
  assert.deepEqual(
    [none.json.msg, none.json.sent_invitations],
    ["We weren't able to invite anyone.", false],
  )
})

test('where addresses are restricted to domains, only those are invited and none with a plus', async () => {
  await owner.post('/realm/domains', { domain: 'elsinore.dk', allow_subdomains: false })
  await owner.patch('/realm', { emails_restricted_to_domains: true })
  const invitee_emails = 'a@elsewhere.com,b+c@elsinore.dk'
  const { json } = await owner.post('/invites', { invitee_emails, stream_ids: [] })
  await owner.patch('/realm', { emails_restricted_to_domains: false })
  assert.deepEqual(json.errors, [
    ['a@elsewhere.com', 'Outside your domain.', false],
    ['b+c@elsinore.dk', 'Email addresses containing + are not allowed.', false],
  ])
})

test('an account with a throw-away address is refused where the organization does not want them', async () => {
  const fields = { email: 'x@mailinator.com', password: 'long-enough', full_name: 'X Y' }
  const { status, json } = await owner.post('/users', fields)
  assert.deepEqual(
    [status, json.msg],
    [400, 'Disposable email addresses are not allowed in this organization'],
  )
  await owner.patch('/realm', { disallow_disposable_email_addresses: false })
  assert.equal((await owner.post('/users', fields)).status, 200)
  await owner.patch('/realm', { disallow_disposable_email_addresses: true })
})

test('nobody invites to more than they are, to channels that they cannot read, or without the permission', async () => {
  const ask = async (person: Person, fields: Record<string, unknown>) => {
    const { json } = await person.post('/invites', { ...invitee('x'), ...fields })
    return [json.code, json.msg]
  }
  const principal = 'UNAUTHORIZED_PRINCIPAL'
  assert.deepEqual(await ask(guest, {}), [principal, 'Must be an organization member'])
  assert.deepEqual(await ask(hamlet, { invite_as: ROLE.moderator }), [
    principal,
    'Must be an organization administrator',
  ])
  assert.deepEqual(await ask(admin, { invite_as: ROLE.owner }), [
    principal,
    'Must be an organization owner',
  ])
  assert.deepEqual(await ask(hamlet, { welcome_message_custom_text: 'Hi' }), [
    principal,
    'Must be an organization administrator',
  ])
  const secret = await channel(owner, 'Secret', [owner], { invite_only: true })
  assert.deepEqual(await ask(hamlet, { stream_ids: [denmark, secret] }), [
    'BAD_REQUEST',
    `Invalid channel ID ${secret}. No invites were sent.`,
  ])
  const { json: groups } = await owner.get('/user_groups')
  const idOf = (group: string) =>
    groups.user_groups.find(({ name }: { name: string }) => name === group).id
  assert.deepEqual(await ask(hamlet, { group_ids: [idOf('role:everyone')] }), [
    'BAD_REQUEST',
    'Insufficient permission',
  ])
  assert.deepEqual(await ask(hamlet, { group_ids: [9_999_999] }), [
    'BAD_REQUEST',
    'Invalid user group',
  ])
  await owner.patch('/realm', { can_add_subscribers_group: { new: idOf('role:nobody') } })
  assert.deepEqual(await ask(hamlet, {}), [
    'BAD_REQUEST',
    'You do not have permission to subscribe other users to channels.',
  ])
  await owner.patch('/realm', { can_invite_users_group: { new: idOf('role:nobody') } })
  assert.deepEqual(await ask(hamlet, {}), ['BAD_REQUEST', 'Insufficient permission'])
  const members = groups.user_groups.find(
    ({ name }: { name: string }) => name === 'role:members',
  ).id
  await owner.patch('/realm', {
    can_invite_users_group: { new: members },
    can_add_subscribers_group: { new: members },
  })
})

test('a reusable link is listed with its address, which only its key shows', async () => {
  const refused = await hamlet.post('/invites/multiuse')
  assert.deepEqual([refused.status, refused.json.msg], [400, 'Insufficient permission'])
  const { json } = await owner.post('/invites/multiuse', {
    stream_ids: [denmark],
    invite_as: ROLE.guest,
    invite_expires_in_minutes: null,
  })
  assert.match(json.invite_link, new RegExp(`^https://${chat.host}/join/[a-z0-9]{24}/$`))
  const found = (await invitesOf(admin)).find(
    ({ link_url: link }: { link_url?: string }) => link === json.invite_link,
  )
  assert.deepEqual(
    [found.is_multiuse, found.invited_as, found.expiry_date, found.invited_by_user_id],
    [true, ROLE.guest, null, owner.id],
  )
  const key = json.invite_link.split('/').at(-2)
  const stored = await chat.database.query({
    text: `select 1 from invitation where position($1 in row_to_json(invitation)::text) > 0`,
    values: [key],
  })
  assert.equal(stored.length, 0)
})

test('an invitation is revoked by whoever sent it or an administrator, and then it is no more', async () => {
  const mine = (await invitesOf(hamlet))[0]
  const other = await chat.person('Laertes')
  const refused = await other.delete(`/invites/${mine.id}`)
  assert.deepEqual(
    [refused.json.code, refused.json.msg],
    ['UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator'],
  )
  const wrongKind = await hamlet.delete(`/invites/multiuse/${mine.id}`)
  assert.equal(wrongKind.json.msg, 'No such invitation')
  assert.equal((await hamlet.delete(`/invites/${mine.id}`)).status, 200)
  assert.deepEqual(await invitesOf(hamlet), [])
  assert.equal((await admin.delete(`/invites/${mine.id}`)).json.msg, 'No such invitation')
  const links = (await invitesOf(admin)).filter(
    ({ is_multiuse: isLink }: { is_multiuse: boolean }) => isLink,
  )
  assert.equal((await admin.delete(`/invites/multiuse/${links[0].id}`)).status, 200)
  const twice = await admin.delete(`/invites/multiuse/${links[0].id}`)
  assert.deepEqual([twice.status, twice.json.msg], [400, 'Invitation has already been revoked'])
})

test('an invitation that is sent again has another link, and the first one leads nowhere', async () => {
  await owner.post('/invites', invitee('bernardo'))
  const first = await newestMail(chat, 'bernardo@example.com')
  const { id } = (await invitesOf(owner)).at(-1)
  assert.equal((await owner.post(`/invites/${id}/resend`)).status, 200)
  const second = await newestMail(chat, 'bernardo@example.com', 2)
  assert.notEqual(linkIn(second), linkIn(first))
  assert.equal((await owner.post('/invites/9999/resend')).json.msg, 'No such invitation')
})

test('those who see an invitation hear when the list changes', async () => {
  const queues = await Promise.all(
    [owner, admin, hamlet].map((one) => one.listen({ event_types: ['invites_changed'] })),
  )
  await owner.post('/invites', invitee('marcellus'))
  const heard = await Promise.all(queues.map((queue) => queue.events()))
  assert.deepEqual(
    heard.map((events) => events.map(({ type }) => type)),
    [['invites_changed'], ['invites_changed'], []],
  )
})

test('the invitations of somebody who leaves end with the account', async () => {
  const leaving = await chat.person('Rosencrantz', ROLE.administrator)
  await leaving.post('/invites', invitee('guildenstern'))
  const of = async () =>
    (await invitesOf(owner)).filter(
      ({ invited_by_user_id: by }: { invited_by_user_id: number }) => by === leaving.id,
    ).length
  assert.equal(await of(), 1)
  await owner.delete(`/users/${leaving.id}`)
  assert.equal(await of(), 0)
})

test('an organization invites at most 500 people a day', async () => {
  const many = Array.from({ length: 501 }, (_, index) => `n${index}@example.com`).join(',')
  const { json } = await owner.post('/invites', { invitee_emails: many, stream_ids: [] })
  assert.deepEqual(
    [json.code, json.daily_limit_reached, json.sent_invitations],
    ['INVITATION_FAILED', true, false],
  )
})

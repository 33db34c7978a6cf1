import { isEmailAddress } from '../../people/person-name.ts'
import { ROLE, type Role } from '../../tenancy/roles.ts'
import { ArchiveProblem } from '../archive/archive-problem.ts'
import type { NotCarried } from '../import/not-carried.ts'
import { objectOf, textOf, type SlackObject } from './slack-files.ts'

/** A row of `zerver_userprofile`. */
interface UserRow {
  readonly id: number
  readonly delivery_email: string
  readonly full_name: string
  readonly role: Role
  readonly is_active: boolean
  readonly is_bot: boolean
  readonly timezone: string
  readonly date_joined: number
}

/** The accounts of an archive, and those of senders that its list does not have. */
export class SlackPeople {
  readonly rows: UserRow[] = []
  readonly #ids = new Map<string, number>()
  readonly #emails = new Set<string>()
  /** How many have a name. */
  readonly #names = new Map<string, number>()
  readonly #host: string

  constructor(users: readonly SlackObject[], host: string, notCarried: NotCarried) {
    this.#host = host.split(':')[0] ?? host
    for (const user of users) {
      const id = textOf(user, 'id')
      if (id === '') throw new ArchiveProblem('users.json has a user without an id')
      if (this.#ids.has(id)) throw new ArchiveProblem(`users.json has the user ${id} twice`)
      this.#add(id, user)
      const profile = objectOf(user, 'profile')
      if (Object.keys(objectOf(profile, 'fields')).length > 0)
        notCarried.add('custom profile fields')
      if (textOf(profile, 'image_original') !== '')
        notCarried.add('pictures of people, which are only linked')
    }
  }

  /** The row of a user; a sender who is not in the list gets an account that nobody can use. */
  idOf(slackId: string, known: { readonly name?: string; readonly isBot?: boolean } = {}): number {
    const id = this.#ids.get(slackId)
    if (id !== undefined) return id
    const name = known.name === undefined || known.name === '' ? slackId : known.name
    const isBot = known.isBot === true || slackId === 'USLACKBOT'
    return this.#add(slackId, { name, real_name: name, deleted: !isBot, is_bot: isBot })
  }

  /** The name by which texts mention a user. */
  nameOf(slackId: string): string | undefined {
    const id = this.#ids.get(slackId)
    const row = id === undefined ? undefined : this.rows[id - 1]
    if (row === undefined) return undefined
    return (this.#names.get(row.full_name) ?? 0) > 1 ? `${row.full_name}|${row.id}` : row.full_name
  }

  #add(slackId: string, user: SlackObject): number {
    const id = this.rows.length + 1
    const name = nameOf(user) || slackId
    this.#ids.set(slackId, id)
    this.#names.set(name, (this.#names.get(name) ?? 0) + 1)
    this.rows.push({
      id,
      delivery_email: this.#emailOf(slackId, user),
      full_name: name,
      role: roleOf(user),
      is_active: user['deleted'] !== true,
      is_bot: user['is_bot'] === true || slackId === 'USLACKBOT',
      timezone: textOf(user, 'tz'),
      date_joined: 0,
    })
    return id
  }

  /** Bots and those whose address the archive hides get one that leads nowhere. */
  #emailOf(slackId: string, user: SlackObject): string {
    const given = textOf(objectOf(user, 'profile'), 'email').trim()
    const made = `${slackId.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}@slack.${this.#host}`
    const email = isEmailAddress(given) && !this.#emails.has(given.toLowerCase()) ? given : made
    this.#emails.add(email.toLowerCase())
    return email
  }
}

function nameOf(user: SlackObject): string {
  const profile = objectOf(user, 'profile')
  const names = [
    textOf(profile, 'real_name'),
    textOf(user, 'real_name'),
    textOf(profile, 'display_name'),
    textOf(user, 'name'),
  ]
  const name = names.find((one) => one.trim() !== '') ?? ''
  // As the account will be called: mentions must name it so.
  return name.replaceAll(/[*`\\>"@\p{C}]/gu, '').trim()
}

function roleOf(user: SlackObject): Role {
  if (user['is_owner'] === true || user['is_primary_owner'] === true) return ROLE.owner
  if (user['is_admin'] === true) return ROLE.administrator
  const isGuest = user['is_restricted'] === true || user['is_ultra_restricted'] === true
  return isGuest ? ROLE.guest : ROLE.member
}

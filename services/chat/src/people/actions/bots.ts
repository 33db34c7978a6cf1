import type { BotChangedAnswer, BotEvent, NewBotAnswer, OwnBotObject } from '../../../wire/bots.ts'
import { accountToChange, requireOwnBot } from '../../access/account-access.ts'
import { refuseGuest } from '../../access/require-role.ts'
import { requireOwner } from '../../access/require-role.ts'
import { accountById } from '../../access/store/account.ts'
import { memberStates } from '../../access/store/people-store.ts'
import { act, type ActionTx, type Tools } from '../../events/act.ts'
import type { OuterActor } from '../../events/actor.ts'
import { ApiError, refusal } from '../../tenancy/api-error.ts'
import { ROLE, type Role } from '../../tenancy/roles.ts'
import { requirePermission } from '../../tenancy/settings.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import { isAdmin } from '../../tenancy/viewer.ts'
import { hashApiKey, newApiKey, sealApiKey } from '../api-key.ts'
import { isEmailAddress, personName } from '../person-name.ts'
import { botWatchers, lockMembership, ownerOfEmail } from '../store/account-change.ts'
import {
  activeBotsOf,
  botById,
  isBotNameTaken,
  setApiKey,
  setBotOwner,
  type BotRow,
} from '../store/bot-store.ts'
import { botObject, NO_STREAMS, ownersView } from './bot-object.ts'
import {
  addService,
  changeService,
  checkService,
  INTERFACE,
  OUTGOING_WEBHOOK,
  servicesByBot,
  type ServiceChange,
} from './bot-services.ts'
import { changeRole } from './change-role.ts'
import { changeFullName } from './change-user.ts'
import { addAccount, emitNewUser } from './new-account.ts'

// The kinds of Zulip's bots that this server has besides those that it calls: bots that use the API, and bots that
// only post. Embedded ones would be programs of the server's own.
const GENERIC = 1
const INCOMING_WEBHOOK = 2
const EMBEDDED = 4

interface NewBot {
  readonly fullName: string
  readonly shortName: string
  readonly botType: number
  /** Of a bot that is called. */
  readonly service: ServiceChange
}

/** Creates a bot of the caller's; returns what its owner sees of it. @throws ApiError */
export async function createBot(
  actor: OuterActor,
  { fullName: givenName, shortName, botType, service }: NewBot,
): Promise<NewBotAnswer> {
  const { tools, caller, viewer } = actor
  refuseGuest(caller)
  checkBotType(botType)
  await requirePermission(
    tools.database,
    tools,
    actor,
    botType === INCOMING_WEBHOOK ? 'can_create_write_only_bots_group' : 'can_create_bots_group',
  )
  const fullName = personName(givenName)
  const email = `${shortName.trim()}-bot@${caller.realm.host.split(':')[0]}`
  if (shortName.trim() === '' || !isEmailAddress(email)) throw refusal('Bad name or username')
  const url = service.url ?? ''
  if (botType === OUTGOING_WEBHOOK) checkService({ ...service, url }, 'payload_url')
  return await act(tools, viewer.realmId, async (tx) => {
    await lockMembership(tx, viewer.realmId)
    if ((await ownerOfEmail(tx, viewer.realmId, email)) !== undefined) {
      throw refusal('Username already in use')
    }
    if (await isBotNameTaken(tx, viewer.realmId, fullName, 0)) {
      throw refusal('Name is already in use!')
    }
    const id = await addAccount(tx, tools, caller.realm, {
      deliveryEmail: email,
      fullName,
      role: ROLE.member,
      passwordHash: null,
      botType,
      botOwnerId: caller.id,
    })
    if (botType === OUTGOING_WEBHOOK) {
      const form = service.interface ?? INTERFACE.zulip
      await addService(tx, tools, viewer.realmId, { botId: id, url, form })
    }
    await emitNewUser(tx, caller.realm, viewer, { id, role: ROLE.member })
    const bot = await botById(tx, viewer.realmId, id)
    if (bot === undefined) throw new Error('the new bot is there')
    const users = await botWatchers(tx, viewer.realmId, caller.id)
    tx.emit(
      { users },
      { type: 'realm_bot', op: 'add', bot: await botObject(tx, tools, caller.realm, bot) },
    )
    const {
      email: _email,
      full_name: _name,
      ...rest
    } = await ownersView(tx, tools, caller.realm, bot)
    return rest
  })
}

function checkBotType(botType: number): void {
  if (botType === EMBEDDED) throw refusal('Embedded bots are not enabled.')
  if (![GENERIC, INCOMING_WEBHOOK, OUTGOING_WEBHOOK].includes(botType)) {
    throw refusal('Invalid bot type')
  }
}

/** The caller's active bots, with their keys. */
export async function listBots(tools: Tools, caller: Caller): Promise<readonly OwnBotObject[]> {
  const bots = await activeBotsOf(tools.database, caller.realm.id, caller.id)
  return await Promise.all(
    bots.map(async (bot) => {
      const {
        email,
        user_id: _id,
        ...shown
      } = await ownersView(tools.database, tools, caller.realm, bot)
      return { username: email, ...shown }
    }),
  )
}

/** @throws ApiError "No such bot" or "Insufficient permission" */
async function botToChange(tx: ActionTx, caller: Caller, id: number): Promise<BotRow> {
  const bot = await botById(tx, caller.realm.id, id)
  if (bot === undefined) throw refusal('No such bot')
  requireOwnBot(caller, bot)
  return bot
}

export interface BotChange {
  readonly fullName: string | undefined
  readonly ownerId: number | undefined
  readonly role: Role | undefined
  readonly service: ServiceChange
}

/** Changes the given properties of a bot. @throws ApiError */
export async function changeBot(
  tools: Tools,
  caller: Caller,
  id: number,
  change: BotChange,
): Promise<BotChangedAnswer> {
  const { realm } = caller
  return await act(tools, realm.id, async (tx) => {
    await lockMembership(tx, realm.id)
    const before = await botToChange(tx, caller, id)
    await changeService(tx, tools, realm.id, { bot: before, change: change.service })
    const account = await accountToChange(tx, caller, id, { missing: 'No such bot' })
    const { fullName, ownerId, role } = change
    if (role !== undefined && role !== account.role) {
      if (!isAdmin(caller)) {
        throw new ApiError('UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator')
      }
      if (role === ROLE.owner || account.role === ROLE.owner) requireOwner(caller)
      await changeRole(tx, tools, realm, { account, role })
    }
    if (fullName !== undefined) {
      if (await isBotNameTaken(tx, realm.id, fullName.trim(), id)) {
        throw refusal('Name is already in use!')
      }
      await changeFullName(tx, caller, account, fullName)
    }
    if (ownerId !== undefined && ownerId !== account.bot_owner_id) {
      await changeOwner(tx, tools, caller, { botId: id, ownerId, before: account.bot_owner_id })
    }
    return await changedBot(tx, tools, realm, id)
  })
}

/** A bot as it is now; a caller who gave it away may not look at it again. */
async function changedBot(
  tx: ActionTx,
  tools: Tools,
  realm: Caller['realm'],
  id: number,
): Promise<BotChangedAnswer> {
  const bot = await botById(tx, realm.id, id)
  if (bot === undefined) throw new Error(`bot ${id} is locked`)
  const { full_name, avatar_url } = await ownersView(tx, tools, realm, bot)
  const [called] = (await servicesByBot(tx, tools, realm.id, [id])).get(id) ?? []
  const service =
    called === undefined
      ? {}
      : { service_interface: called.interface, service_payload_url: called.base_url }
  return { full_name, avatar_url, ...NO_STREAMS, ...service }
}

interface OwnerChange {
  readonly botId: number
  readonly ownerId: number
  readonly before: number | null
}

async function changeOwner(
  tx: ActionTx,
  tools: Tools,
  caller: Caller,
  { botId, ownerId, before }: OwnerChange,
): Promise<void> {
  const { realm } = caller
  const states = await memberStates(tx, realm.id, [ownerId])
  const owner = await accountById(tx, realm.id, ownerId)
  if (states.get(ownerId) === undefined || owner === undefined) {
    throw refusal('Failed to change owner, no such user')
  }
  if (!owner.is_active) throw refusal('Failed to change owner, user is deactivated')
  if (owner.bot_type !== null) throw refusal("Failed to change owner, bots can't own other bots")
  await setBotOwner(tx, realm.id, botId, ownerId)
  const [old, now] = [
    await botWatchers(tx, realm.id, before),
    await botWatchers(tx, realm.id, ownerId),
  ]
  const told = new Set(old)
  const tell = (users: readonly number[], event: BotEvent) => {
    if (users.length > 0) tx.emit({ users }, event)
  }
  const type = 'realm_bot'
  // Only its owner and administrators see a bot: for one owner it disappears, and for the other it appears.
  tell(
    old.filter((id) => !now.includes(id)),
    { type, op: 'delete', bot: { user_id: botId } },
  )
  tell(
    now.filter((id) => told.has(id)),
    { type, op: 'update', bot: { user_id: botId, owner_id: ownerId } },
  )
  const bot = await botById(tx, realm.id, botId)
  if (bot === undefined) throw new Error(`bot ${botId} is locked`)
  tell(
    now.filter((id) => !told.has(id)),
    { type, op: 'add', bot: await botObject(tx, tools, caller.realm, bot) },
  )
  const person = { user_id: botId, bot_owner_id: ownerId }
  tx.emit({ realm: 'everyone', about: botId }, { type: 'realm_user', op: 'update', person })
}

/** Gives a bot a new key; the old one stops working at once. @throws ApiError */
export async function regenerateKey(tools: Tools, caller: Caller, id: number): Promise<string> {
  const { realm } = caller
  const key = newApiKey()
  return await act(tools, realm.id, async (tx) => {
    const bot = await botToChange(tx, caller, id)
    const stored = { hash: hashApiKey(key), cipher: sealApiKey(key, tools.secret) }
    await setApiKey(tx, realm.id, id, stored)
    const users = await botWatchers(tx, realm.id, bot.bot_owner_id)
    tx.emit({ users }, { type: 'realm_bot', op: 'update', bot: { user_id: id, api_key: key } })
    return key
  })
}

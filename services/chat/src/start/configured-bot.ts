import { createChannel } from '../channels/actions/create-channel.ts'
import { act } from '../events/act.ts'
import { emitNewUser } from '../people/actions/new-account.ts'
import { hashApiKey, sealApiKey } from '../people/api-key.ts'
import { lockMembership, ownerOfEmail } from '../people/store/account-change.ts'
import { insertAccount } from '../people/store/account-store.ts'
import { botById, setApiKey } from '../people/store/bot-store.ts'
import type { ServiceTools } from '../service-tools.ts'
import { ApiError } from '../tenancy/api-error.ts'
import { ROLE } from '../tenancy/roles.ts'
import { channelByName, viewerOf } from '../tenancy/store/channel-store.ts'
import { firstOwner, type Caller } from '../tenancy/store/user-store.ts'

/** A bot of another service of the installation, which knows its key before the account is there. */
export interface ConfiguredBot {
  readonly email: string
  readonly apiKey: string
  /** Where it tells what is nobody's alone. */
  readonly channel: string
}

interface BotSettings {
  readonly botEmail: string | undefined
  readonly botApiKey: string | undefined
  readonly botChannel: string
}

/** The bot of the configuration; undefined when there is none. @throws Error when half of it is there */
export function configuredBot({
  botEmail,
  botApiKey,
  botChannel,
}: BotSettings): ConfiguredBot | undefined {
  if (botEmail === undefined && botApiKey === undefined) return undefined
  if (botEmail === undefined)
    throw new Error('CHAT_BOT_API_KEY is set, so CHAT_BOT_EMAIL must be set too')
  if (botApiKey === undefined)
    throw new Error('CHAT_BOT_EMAIL is set, so CHAT_BOT_API_KEY must be set too')
  return { email: botEmail, apiKey: botApiKey, channel: botChannel }
}

const GENERIC_BOT = 1

/**
 * Makes the account and the channel of the configuration's bot where they are not there yet, in the first owner's name;
 * of an account that is there it sets the key.
 * @throws Error when the address is that of a person
 * @source docs/decisions/0305-chat-accounts.md, "A bot from the first start"
 */
export async function ensureConfiguredBot(tools: ServiceTools, bot: ConfiguredBot): Promise<void> {
  const owner = await firstOwner(tools.database)
  if (owner === undefined) return
  const id = await ensureAccount(tools, owner, bot)
  await ensureChannel(tools, owner, { name: bot.channel, botId: id })
}

async function ensureAccount(
  tools: ServiceTools,
  owner: Caller,
  { apiKey, email }: ConfiguredBot,
): Promise<number> {
  const { realm } = owner
  const hash = hashApiKey(apiKey)
  return await act(tools, realm.id, async (tx) => {
    await lockMembership(tx, realm.id)
    const known = await ownerOfEmail(tx, realm.id, email)
    const key = { hash, cipher: sealApiKey(apiKey, tools.secret) }
    if (known !== undefined) {
      if ((await botById(tx, realm.id, known.id)) === undefined)
        throw new Error(`CHAT_BOT_EMAIL: ${email} is the account of a person`)
      await setApiKey(tx, realm.id, known.id, key)
      return known.id
    }
    const id = await insertAccount(tx, realm.id, {
      deliveryEmail: email,
      fullName: email.split('@')[0] ?? email,
      role: ROLE.member,
      passwordHash: null,
      apiKeyHash: key.hash,
      apiKeyCipher: key.cipher,
      createdAt: new Date(tools.now()),
      isFullMember: true,
      botType: GENERIC_BOT,
      botOwnerId: owner.id,
    })
    await emitNewUser(tx, owner.realm, viewerOf(owner), { id, role: ROLE.member })
    return id
  })
}

async function ensureChannel(
  tools: ServiceTools,
  owner: Caller,
  { name, botId }: { readonly name: string; readonly botId: number },
): Promise<void> {
  const viewer = viewerOf(owner)
  if ((await channelByName(tools.database, viewer, name)) !== undefined) return
  const plan = {
    announce: false,
    inviteOnly: false,
    isWebPublic: false,
    isDefault: true,
    historyPublicToSubscribers: undefined,
    messageRetentionDays: 'realm_default',
    topicsPolicy: 'inherit',
    folderId: null,
    groups: {},
  } as const
  const named = { name, description: 'What the other services tell.' }
  try {
    await createChannel({ tools, caller: owner, viewer }, named, plan, [owner.id, botId])
  } catch (error) {
    // Another process that started at once has made it.
    if (!(error instanceof ApiError) || error.code !== 'CHANNEL_ALREADY_EXISTS') throw error
  }
}

import { createChannel } from '../channels/actions/create-channel.ts'
import { addressChannel, addressUsers } from '../messages/actions/address-message.ts'
import { changeReaction } from '../messages/actions/reactions.ts'
import { sendMessage } from '../messages/actions/send-message.ts'
import { createUser } from '../people/actions/create-user.ts'
import type { ServiceTools } from '../service-tools.ts'
import type { RealmId } from '../tenancy/realm-id.ts'
import { hasChannels, viewerOf } from '../tenancy/store/channel-store.ts'
import { firstOwner, userById, type Caller } from '../tenancy/store/user-store.ts'

const PEOPLE = ['Hamlet', 'Cordelia', 'Othello'] as const
type Name = (typeof PEOPLE)[number]

const CHANNELS = [
  { name: 'general', description: 'For everybody, about **everything**.', isDefault: true },
  { name: 'compras', description: 'Purchases, and what they wait for.', isDefault: false },
  { name: 'desarrollo', description: 'The software and its servers.', isDefault: false },
] as const

const TALK: readonly (readonly [Name, string, string, string])[] = [
  ['Hamlet', 'general', 'bienvenida', 'Hello everybody! :wave: Topics keep conversations apart.'],
  [
    'Cordelia',
    'general',
    'bienvenida',
    'Nice: one can read one topic and **leave the others** for later.',
  ],
  ['Othello', 'compras', 'papelería', 'Who orders the paper this month? @**Cordelia**'],
  [
    'Cordelia',
    'compras',
    'papelería',
    'I do.\n\n* 20 boxes of A4\n* 5 of letter size\n\nTotal: $$20 \\times 650 + 5 \\times 640 = 16200$$',
  ],
  [
    'Hamlet',
    'desarrollo',
    'despliegue',
    '```python\ndef deploy(version: str) -> None:\n    print(f"deploying {version}")\n```',
  ],
  [
    'Othello',
    'desarrollo',
    'despliegue',
    '```quote\nDeploy on Friday?\n```\nOn <time:2026-11-23T16:00:00Z>, rather.',
  ],
]

/** The name of a demonstration account's address. */
function addressOf(name: Name, host: string): string {
  return `${name.toLowerCase()}@${host.split(':')[0]}`
}

/**
 * Fills a new organization with three people, three channels and a few messages, once. The people have the owner's
 * password. @source docs/decisions/0305-chat-accounts.md, "Demonstration"
 */
export async function loadDemo(tools: ServiceTools, password: string): Promise<void> {
  const owner = await firstOwner(tools.database)
  if (owner === undefined || (await hasChannels(tools.database, owner.realm.id))) return
  const { host } = owner.realm
  const callers = new Map<Name, Caller>()
  for (const name of PEOPLE) {
    const id = await createUser(tools, owner, {
      email: addressOf(name, host),
      fullName: name,
      password,
    })
    callers.set(name, await callerById(tools, owner.realm.id, id))
  }
  const viewer = viewerOf(owner)
  const everybody = [owner.id, ...[...callers.values()].map(({ id }) => id)]
  for (const { name, description, isDefault } of CHANNELS) {
    await createChannel(
      { tools, caller: owner, viewer },
      { name, description },
      plan({ isDefault }),
      everybody,
    )
  }
  for (const [name, channel, topic, content] of TALK) {
    const caller = callers.get(name)
    if (caller !== undefined) await say(tools, caller, { channel, topic, content })
  }
  await greet(tools, callers)
  tools.log.info(
    { people: PEOPLE.length, channels: CHANNELS.length },
    'the demonstration is loaded',
  )
}

function plan({ isDefault }: { readonly isDefault: boolean }) {
  return {
    announce: false,
    inviteOnly: false,
    isWebPublic: false,
    isDefault,
    historyPublicToSubscribers: undefined,
    messageRetentionDays: 'realm_default',
    topicsPolicy: 'inherit',
    folderId: null,
    groups: {},
  } as const
}

interface Saying {
  readonly channel: string
  readonly topic: string
  readonly content: string
}

async function say(
  tools: ServiceTools,
  caller: Caller,
  { channel, topic, content }: Saying,
): Promise<void> {
  const viewer = viewerOf(caller)
  const destination = await addressChannel({ tools, caller, viewer }, channel, topic)
  await sendMessage(tools, { ...outgoing(caller), viewer, destination, content })
}

async function greet(tools: ServiceTools, callers: ReadonlyMap<Name, Caller>): Promise<void> {
  const [from, to] = [callers.get('Hamlet'), callers.get('Cordelia')]
  if (from === undefined || to === undefined) return
  const viewer = viewerOf(from)
  const destination = await addressUsers({ tools, caller: from, viewer }, [to.id])
  const content = 'This is a direct message: only you and I read it.'
  const { id } = await sendMessage(tools, { ...outgoing(from), viewer, destination, content })
  await changeReaction(tools, to, id, {
    op: 'add',
    emojiName: 'thumbs_up',
    emojiCode: undefined,
    reactionType: undefined,
  })
}

function outgoing(caller: Caller) {
  return {
    realm: caller.realm,
    senderId: caller.id,
    isBot: false,
    client: 'demo',
    isReadBySender: true,
  }
}

async function callerById(
  { database }: ServiceTools,
  realmId: RealmId,
  id: number,
): Promise<Caller> {
  const caller = await userById(database, realmId, id)
  if (caller === undefined) throw new Error(`there is no user ${id}`)
  return caller
}

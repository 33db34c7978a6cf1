import { quoted } from '@oficina/words/bilingual.ts'
import type { Language } from '@oficina/words/language.ts'

import type { ActionTx } from '../../events/act.ts'
import type { Actor } from '../../events/actor.ts'
import { joinGroups } from '../../groups/actions/join-groups.ts'
import { emitInvitesChanged } from '../../invitations/actions/invitation-rights.ts'
import { closeInvitationsTo, type Invitation } from '../../invitations/store/invitation-store.ts'
import { postMail } from '../../mail/actions/post-mail.ts'
import { botMessage } from '../../messages/actions/bot-message.ts'
import type { MessageTools } from '../../messages/message-tools.ts'
import { addPerson } from '../../people/actions/add-person.ts'
import { storeUserSettings } from '../../people/store/user-settings-store.ts'
import { ROLE } from '../../tenancy/roles.ts'
import { silentMention } from '../../tenancy/silent-mention.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import { userById, type Realm } from '../../tenancy/store/user-store.ts'
import { say } from '../../tenancy/words/say.ts'
import { WELCOME_MAIL } from '../entrance-mails.ts'
import { welcomeText } from '../welcome-text.ts'

export interface Joining {
  readonly email: string
  /** As `personName` gives it. */
  readonly fullName: string
  /** Null: somebody else vouches for the person at each sign-in. */
  readonly passwordHash: () => Promise<string | null>
  readonly language: Language
  /** Undefined: the organization is open to everybody. */
  readonly invitation: Invitation | undefined
}

/** Makes the account of a person whose address is confirmed, on the terms of their invitation. @throws ApiError */
export async function joinOrganization(
  tx: ActionTx<MessageTools>,
  tools: MessageTools,
  realm: Realm,
  joining: Joining,
): Promise<number> {
  const { invitation, email } = joining
  const viewer = { realmId: realm.id, userId: 0, role: ROLE.member, groups: new Set<number>() }
  const userId = await addPerson(
    tx,
    tools,
    { realm, viewer },
    {
      email,
      fullName: joining.fullName,
      role: invitation?.invitedAs ?? ROLE.member,
      passwordHash: joining.passwordHash,
      channelIds: invitation?.streamIds ?? [],
      withDefaultChannels: invitation?.includeDefaultStreams ?? true,
    },
  )
  await storeUserSettings(tx, realm.id, userId, { default_language: joining.language })
  await joinGroups(tx, tools, { realmId: realm.id, userId }, invitation?.groupIds ?? [])
  const inviters = await closeInvitationsTo(tx, realm.id, email)
  if (inviters.length > 0) await emitInvitesChanged(tx, realm.id, inviters)
  if (realm.settings.send_welcome_emails) {
    const about = { realm: realm.name, realmUrl: realm.url, email }
    await postMail(tx, tools, realm.id, { to: email, ...WELCOME_MAIL[joining.language](about) })
  }
  tx.afterwards((outer) => greet(outer, realm, userId, joining))
  return userId
}

/** What the bots say of a new user: to the user, to who invited them, and in the channel for that. */
async function greet(
  tools: MessageTools,
  realm: Realm,
  userId: number,
  { invitation, language }: Joining,
): Promise<void> {
  const caller = await userById(tools.database, realm.id, userId)
  if (caller === undefined) return
  const actor: Actor = { tools, caller, viewer: viewerOf(caller) }
  const custom = invitation?.welcomeText ?? realm.settings.welcome_message_custom_text
  await botMessage(tools, {
    bot: 'welcome-bot',
    to: { userId },
    content: quoted(welcomeText(language, realm.name, custom)),
    actor,
    isForActor: true,
  })
  const user = silentMention(caller)
  if (invitation?.notifyReferrer === true) {
    const content = say('%{user} accepted your invitation to join Zulip!', { user })
    await botMessage(tools, { to: { userId: invitation.invitedBy }, content, actor })
  }
  const streamId = realm.settings.signup_announcements_stream_id
  if (streamId === -1) return
  const content = say('%{user} joined this organization.', { user })
  await botMessage(tools, { to: { streamId, topic: say('signups') }, content, actor })
}

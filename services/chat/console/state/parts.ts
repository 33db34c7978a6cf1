import { alertWordsPart } from './alert-words.ts'
import { botsPart } from './bots.ts'
import { channelsPart } from './channels.ts'
import { conversationsPart } from './conversations.ts'
import { draftsPart } from './drafts.ts'
import { emojiPart } from './emoji.ts'
import { groupsPart } from './groups.ts'
import { laterKnownPart } from './later-known.ts'
import { linkifiersPart } from './linkifiers.ts'
import { listsChangedPart } from './lists-changed.ts'
import { messagesPart } from './messages.ts'
import { mutedUsersPart } from './muted-users.ts'
import { navigationViewsPart } from './navigation-views.ts'
import { ownPart } from './own.ts'
import type { Part } from './part.ts'
import { peoplePart } from './people.ts'
import { presencePart } from './presence.ts'
import { realmPart } from './realm.ts'
import { remindersPart } from './reminders.ts'
import { scheduledPart } from './scheduled.ts'
import { snippetsPart } from './snippets.ts'
import { starredPart } from './starred.ts'
import { topicsPart } from './topics.ts'
import { typingPart } from './typing.ts'
import { unreadPart } from './unread.ts'
import { userStatusPart } from './user-status.ts'

/** THE list of what the client knows. An event goes to each of them in this order: messages last, for their listeners. */
export const PARTS: readonly Part[] = [
  realmPart,
  ownPart,
  peoplePart,
  groupsPart,
  channelsPart,
  topicsPart,
  unreadPart,
  conversationsPart,
  mutedUsersPart,
  alertWordsPart,
  emojiPart,
  linkifiersPart,
  navigationViewsPart,
  presencePart,
  userStatusPart,
  typingPart,
  draftsPart,
  scheduledPart,
  snippetsPart,
  remindersPart,
  starredPart,
  botsPart,
  laterKnownPart,
  listsChangedPart,
  messagesPart,
]

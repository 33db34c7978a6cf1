import { channelsPart } from './conversations/channels.ts'
import { conversationsPart } from './conversations/conversations.ts'
import { messagesPart } from './conversations/messages.ts'
import { starredPart } from './conversations/starred.ts'
import { topicsPart } from './conversations/topics.ts'
import { typingPart } from './conversations/typing.ts'
import { unreadPart } from './conversations/unread.ts'
import { listsChangedPart } from './lists-changed.ts'
import { alertWordsPart } from './own/alert-words.ts'
import { draftsPart } from './own/drafts.ts'
import { laterKnownPart } from './own/later-known.ts'
import { navigationViewsPart } from './own/navigation-views.ts'
import { ownPart } from './own/own.ts'
import { remindersPart } from './own/reminders.ts'
import { scheduledPart } from './own/scheduled.ts'
import { snippetsPart } from './own/snippets.ts'
import type { Part } from './part.ts'
import { botsPart } from './people/bots.ts'
import { groupsPart } from './people/groups.ts'
import { mutedUsersPart } from './people/muted-users.ts'
import { peoplePart } from './people/people.ts'
import { presencePart } from './people/presence.ts'
import { userStatusPart } from './people/user-status.ts'
import { emojiPart } from './realm/emoji.ts'
import { linkifiersPart } from './realm/linkifiers.ts'
import { realmPart } from './realm/realm.ts'

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

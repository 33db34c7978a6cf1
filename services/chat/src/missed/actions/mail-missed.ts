import type { Tools } from '../../events/act.ts'
import { postMail } from '../../mail/actions/post-mail.ts'
import { languageOf } from '../../tenancy/language.ts'
import { userSetting } from '../../tenancy/settings.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import { userById } from '../../tenancy/store/user-store.ts'
import { missedMail } from '../missed-mail.ts'
import {
  noteMissed,
  peopleToTell,
  realmsToScan,
  stillMissed,
  takeMissed,
  type DuePerson,
} from '../store/missed-store.ts'

// A message gets its id before its transaction commits: within this time all with smaller ids have.
const SETTLED_MS = 10_000
const NEWS_MS = 86_400_000
const SCANNED_AT_ONCE = 500
// What one turn looks at, and whom it tells; the next turn comes in seconds.
const MAX_SCANS = 20
const MAX_PEOPLE = 200
// Somebody whose client was active so shortly before a message has seen it come.
const IDLE_SECONDS = 140

/**
 * Tells people by mail of messages that they missed: who was not there when they came, and has not read them until the
 * end of the person's own batching time. What is left when `stopping` is aborted, the next start does.
 * @source docs/decisions/0324-chat-missed-messages.md
 */
export async function mailMissed(tools: Tools, stopping: AbortSignal): Promise<void> {
  const { database, now } = tools
  const scan = {
    settledBefore: new Date(now() - SETTLED_MS),
    newsSince: new Date(now() - NEWS_MS),
    limit: SCANNED_AT_ONCE,
  }
  for (const realmId of await realmsToScan(database, scan.settledBefore)) {
    for (let turn = 0; turn < MAX_SCANS; turn += 1) {
      if (stopping.aborted) return
      const count = await database.transaction((tx) => noteMissed(tx, realmId, scan))
      if (count < SCANNED_AT_ONCE) break
    }
  }
  for (const person of await peopleToTell(database, new Date(now()), MAX_PEOPLE)) {
    if (stopping.aborted) return
    await tell(tools, person)
  }
}

/** Mails a person everything that waits, in one transaction with forgetting it. */
async function tell(tools: Tools, due: DuePerson): Promise<void> {
  await tools.database.transaction(async (tx) => {
    const ids = await takeMissed(tx, due)
    const person = await userById(tx, due.realm_id, due.user_id)
    if (ids.length === 0 || person?.isActive !== true || person.realm.isDeactivated) return
    const missed = { ids, idleSeconds: IDLE_SECONDS }
    const messages = await stillMissed(tx, viewerOf(person), missed)
    if (messages.length === 0) return
    const { realm, deliveryEmail } = person
    const isContentShown =
      realm.settings.message_content_allowed_in_email_notifications &&
      userSetting(person, 'message_content_in_email_notifications') === true
    const language = languageOf(userSetting(person, 'default_language'))
    const about = { realm: realm.name, realmUrl: realm.url, messages, isContentShown }
    await postMail(tx, tools, realm.id, { to: deliveryEmail, ...missedMail(language, about) })
  })
}

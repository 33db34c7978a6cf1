import type { Tx } from '@oficina/kit/database.ts'

import type { ActionTools } from '../../events/act.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { sealText } from '../../tenancy/sealed-text.ts'
import type { Mail } from '../mail.ts'
import { insertMail } from '../store/mail-store.ts'

/** Writes a mail into the outbox, in the transaction of what it tells of. @source docs/decisions/0321-chat-mail.md */
export async function postMail(
  tx: Tx,
  { secret, now }: Pick<ActionTools, 'secret' | 'now'>,
  realmId: RealmId,
  { to, subject, text }: Mail,
): Promise<void> {
  await insertMail(tx, realmId, {
    to,
    subject: oneLine(subject),
    textCipher: sealText(text, secret),
    now: new Date(now()),
  })
}

const MAX_SUBJECT = 200

/** Names of people and organizations are part of it. */
function oneLine(subject: string): string {
  const line = subject.replaceAll(/\s+/g, ' ').trim()
  return line.length > MAX_SUBJECT ? `${line.slice(0, MAX_SUBJECT - 1)}…` : line
}

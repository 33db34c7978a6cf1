import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { ArchiveProblem } from '../archive/archive-problem.ts'
import { listed, TableFile } from '../archive/table-file.ts'
import type { NotCarried } from '../import/not-carried.ts'
import { readSlackChannels, type SlackChannels } from './slack-channels.ts'
import { slackList, type SlackObject } from './slack-files.ts'
import { convertMessages } from './slack-messages.ts'
import { SlackPeople } from './slack-people.ts'
import { SlackUploads } from './slack-uploads.ts'

interface ConvertOptions {
  /** The host of the new organization. */
  readonly host: string
  readonly notCarried: NotCarried
  readonly show: (step: string, done: number, total: number) => void
}

/**
 * Turns an unpacked export of Slack into an archive in Zulip's form. Nothing is fetched.
 * @source docs/decisions/0333-chat-slack.md
 */
export async function convertSlack(
  root: string,
  target: string,
  { host, notCarried, show }: ConvertOptions,
): Promise<void> {
  const users = await slackList(root, 'users.json')
  if (users === undefined) throw new ArchiveProblem('the archive has no users.json')
  const people = new SlackPeople(users, host, notCarried)
  const channels = await readSlackChannels(root, people)
  const uploads = await SlackUploads.in(root, target)
  await convertMessages({ root, target, people, channels, uploads, notCarried, show })
  await uploads.finish()
  await writeTables(target, host, people, channels)
  const files = { zerver_attachment: uploads.attachments }
  await writeFile(join(target, 'attachment.json'), JSON.stringify(files))
  await mkdir(join(target, 'uploads'), { recursive: true })
  await writeFile(join(target, 'uploads', 'records.json'), JSON.stringify(uploads.records))
}

async function writeTables(
  target: string,
  host: string,
  people: SlackPeople,
  { places, tables }: SlackChannels,
): Promise<void> {
  const name = host.split('.')[0] ?? host
  const rows: Readonly<Record<string, readonly SlackObject[]>> = {
    zerver_realm: [{ id: 1, name, description: '', date_created: 0 }],
    zerver_userprofile: people.rows.map((row) => ({ ...row })),
    ...tables,
    zerver_recipient: places.map(({ recipientId: id, channelId }) =>
      channelId === null ? { id, type: 3, type_id: id } : { id, type: 2, type_id: channelId },
    ),
    zerver_subscription: places
      .flatMap(({ memberIds, recipientId: recipient }) =>
        memberIds.map((user) => ({ user_profile: user, recipient })),
      )
      // Whoever is in a channel of Slack has seen all of it.
      .map((side, at) => ({ ...side, id: at + 1, active: true, received_all: true })),
    zerver_client: [{ id: 1, name: 'Slack' }],
  }
  const file = await TableFile.create(join(target, 'realm.json'))
  try {
    for (const [table, list] of Object.entries(rows)) await file.table(table, listed(list))
  } finally {
    await file.close()
  }
}

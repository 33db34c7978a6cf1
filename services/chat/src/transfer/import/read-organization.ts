import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { ArchiveProblem } from '../archive/archive-problem.ts'
import { readTables } from '../archive/json-tables.ts'
import type { ArchiveRow } from '../archive/row-fields.ts'
import type { NotCarried } from './not-carried.ts'

/** The tables that are small enough to be in memory as a whole. */
const KEPT = [
  'zerver_realm',
  'zerver_userprofile',
  'zerver_userprofile_mirrordummy',
  'zerver_userprofile_crossrealm',
  'zerver_usergroup',
  'zerver_namedusergroup',
  'zerver_usergroupmembership',
  'zerver_groupgroupmembership',
  'zerver_channelfolder',
  'zerver_stream',
  'zerver_defaultstream',
  'zerver_huddle',
  'zerver_recipient',
  'zerver_subscription',
  'zerver_client',
  'zerver_realmemoji',
  'zerver_realmfilter',
  'zerver_realmdomain',
  'zerver_realmplayground',
  'zerver_service',
  'zerver_customprofilefield',
  'zerver_customprofilefieldvalue',
  'zerver_usertopic',
  'zerver_muteduser',
  'zerver_alertword',
  'zerver_savedsnippet',
  'zerver_userstatus',
  'zerver_userpresence',
  'zerver_onboardingstep',
  'zerver_scheduledmessage',
  'zerver_draft',
  'zerver_navigationview',
  'zerver_attachment',
  'zerver_imageattachment',
] as const

export type TableName = (typeof KEPT)[number]
export type Tables = Readonly<Record<TableName, readonly ArchiveRow[]>>

/** Rows of messages, which are read one after the other. */
const STREAMED: ReadonlySet<string> = new Set([
  'zerver_message',
  'zerver_usermessage',
  'zerver_reaction',
  'zerver_submessage',
])

// These describe the other server or are made anew here.
const PASSED_OVER: ReadonlySet<string> = new Set([
  'zerver_realmauditlog',
  'zerver_realmuserdefault',
])

// An organization of a hundred thousand people has fewer.
const MAX_KEPT_ROWS = 3_000_000

/** Reads what is known of the organization as a whole, and counts what has no place here. */
export async function readOrganization(root: string, notCarried: NotCarried): Promise<Tables> {
  const kept = new Map<string, ArchiveRow[]>(KEPT.map((name) => [name, []]))
  let count = 0
  for (const name of await organizationFiles(root)) {
    for await (const { table, rows } of readTables(join(root, name), name, isCounted)) {
      const known = kept.get(table)
      count += rows.length
      if (count > MAX_KEPT_ROWS) {
        throw new ArchiveProblem(`${name} has more than ${MAX_KEPT_ROWS} rows that are no messages`)
      }
      if (known === undefined) notCarried.add(`rows of ${table}`, rows.length)
      else for (const row of rows) known.push(row)
    }
  }
  // Each name was set above.
  return Object.fromEntries(kept) as unknown as Tables
}

function isCounted(table: string): boolean {
  return !STREAMED.has(table) && !PASSED_OVER.has(table)
}

async function organizationFiles(root: string): Promise<readonly string[]> {
  const names = new Set(await readdir(root))
  const missing = ['realm.json', 'attachment.json'].find((name) => !names.has(name))
  if (missing !== undefined) throw new ArchiveProblem(`the archive has no ${missing}`)
  return ['realm.json', 'attachment.json']
}

/** The files with messages, in their order, and realm.json, where reactions may stand. */
export async function messageFiles(root: string): Promise<readonly string[]> {
  const names = await readdir(root)
  const found = names.filter((name) => /^messages-\d{6,9}\.json$/.test(name)).toSorted()
  const expected = found.map((_, index) => index + 1)
  const gap = expected.find((number, index) => numberOf(found[index] ?? '') !== number)
  if (gap !== undefined) {
    throw new ArchiveProblem(`the archive has no messages-${String(gap).padStart(6, '0')}.json`)
  }
  return found
}

function numberOf(name: string): number {
  return Number(/\d+/.exec(name)?.[0])
}

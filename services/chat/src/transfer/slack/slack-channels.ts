import { LIMITS } from '../../tenancy/realm-settings.ts'
import { ArchiveProblem } from '../archive/archive-problem.ts'
import { objectOf, slackList, textOf, textsOf, type SlackObject } from './slack-files.ts'
import type { SlackPeople } from './slack-people.ts'

/** Where messages of a folder go. */
export interface SlackPlace {
  readonly folder: string
  readonly recipientId: number
  /** Null: among people. */
  readonly channelId: number | null
  readonly memberIds: readonly number[]
}

export interface SlackChannels {
  readonly places: readonly SlackPlace[]
  /** Names by Slack's id. */
  readonly names: ReadonlyMap<string, string>
  readonly tables: Readonly<Record<string, readonly SlackObject[]>>
}

/** Public and private channels, and conversations of two or more. */
export async function readSlackChannels(root: string, people: SlackPeople): Promise<SlackChannels> {
  const all = await slackList(root, 'channels.json')
  if (all === undefined)
    throw new ArchiveProblem('the archive has users.json, but no channels.json')
  const hidden = (await slackList(root, 'groups.json')) ?? []
  const places: SlackPlace[] = []
  const names = new Map<string, string>()
  const streams: SlackObject[] = []
  const taken = new Set<string>()
  for (const [channel, isPrivate] of [
    ...all.map((one) => [one, false] as const),
    ...hidden.map((one) => [one, true] as const),
  ]) {
    const folder = textOf(channel, 'name')
    if (!isFolder(folder))
      throw new ArchiveProblem(`channels.json has a channel named ${JSON.stringify(folder)}`)
    const name = freeName(folder, taken)
    const id = streams.length + 1
    names.set(textOf(channel, 'id'), name)
    const memberIds = textsOf(channel, 'members').map((member) => people.idOf(member))
    places.push({
      folder,
      recipientId: places.length + 1,
      channelId: id,
      memberIds: [...new Set(memberIds)],
    })
    streams.push(streamRow(channel, { id, name, isPrivate }, people))
  }
  for (const file of ['dms.json', 'mpims.json']) {
    for (const group of (await slackList(root, file)) ?? []) {
      const folder = file === 'dms.json' ? textOf(group, 'id') : textOf(group, 'name')
      if (!isFolder(folder))
        throw new ArchiveProblem(`${file} has a conversation without a usable name`)
      const memberIds = textsOf(group, 'members').map((member) => people.idOf(member))
      places.push({
        folder,
        recipientId: places.length + 1,
        channelId: null,
        memberIds: [...new Set(memberIds)],
      })
    }
  }
  const defaults = [...all.entries()].filter(([, one]) => one['is_general'] === true)
  return {
    places,
    names,
    tables: {
      zerver_stream: streams,
      zerver_defaultstream: defaults.map(([at], index) => ({ id: index + 1, stream: at + 1 })),
    },
  }
}

/** A folder of the archive, not a way out of it. */
function isFolder(name: string): boolean {
  return /^[^/\\\0]{1,255}$/.test(name) && !/^\.+$/.test(name)
}

function freeName(name: string, taken: Set<string>): string {
  const short = Array.from(name).slice(0, LIMITS.streamName).join('')
  let free = short
  for (let number = 2; taken.has(free.toLowerCase()); number += 1) {
    const ending = ` (${number})`
    free =
      Array.from(short)
        .slice(0, LIMITS.streamName - ending.length)
        .join('') + ending
  }
  taken.add(free.toLowerCase())
  return free
}

function streamRow(
  channel: SlackObject,
  {
    id,
    name,
    isPrivate,
  }: { readonly id: number; readonly name: string; readonly isPrivate: boolean },
  people: SlackPeople,
): SlackObject {
  const purpose = textOf(objectOf(channel, 'purpose'), 'value')
  const topic = textOf(objectOf(channel, 'topic'), 'value')
  const created = Number(channel['created'])
  const creator = textOf(channel, 'creator')
  return {
    id,
    name,
    description: (purpose === '' ? topic : purpose).slice(0, LIMITS.streamDescription),
    date_created: created >= 0 ? created : 0,
    creator: creator === '' ? null : people.idOf(creator),
    invite_only: isPrivate,
    // In Slack, whoever joins sees what was said before.
    history_public_to_subscribers: true,
    deactivated: channel['is_archived'] === true,
  }
}

import { join } from 'node:path'

import type { SlackNames } from '../../markdown/slack-markdown.ts'
import { LIMITS } from '../../tenancy/realm-settings.ts'
import { listed, TableFile } from '../archive/table-file.ts'
import type { NotCarried } from '../import/not-carried.ts'
import type { SlackChannels, SlackPlace } from './slack-channels.ts'
import { slackContent } from './slack-content.ts'
import { slackEmoji } from './slack-emoji.ts'
import {
  daysOf,
  listOf,
  objectOf,
  slackList,
  textOf,
  textsOf,
  type SlackObject,
} from './slack-files.ts'
import type { SlackPeople } from './slack-people.ts'
import type { SlackUploads } from './slack-uploads.ts'

export interface Converting {
  readonly root: string
  readonly target: string
  readonly people: SlackPeople
  readonly channels: SlackChannels
  readonly uploads: SlackUploads
  readonly notCarried: NotCarried
  readonly show: (step: string, done: number, total: number) => void
}

/** The topic of what is in no thread. */
const MAIN_TOPIC = 'imported from Slack'

// Everything else tells that somebody did something, which the channel itself shows.
const KEPT_SUBTYPES = new Set([
  'bot_message',
  'me_message',
  'thread_broadcast',
  'reply_broadcast',
  'file_share',
  'file_comment',
  'slackbot_response',
])

const PER_FILE = 1_000

/** Writes the messages of all days, oldest first, as files of a Zulip archive. */
export async function convertMessages(converting: Converting): Promise<void> {
  const { root, channels, show } = converting
  const places = new Map(channels.places.map((place) => [place.folder, place]))
  const days = await daysOf(root, [...places.keys()])
  const written = new MessageFiles(converting.target)
  const converter = new Converter(converting)
  for (const [at, [day, folders]] of days.entries()) {
    const found: {
      readonly message: SlackObject
      readonly place: SlackPlace
      readonly at: number
    }[] = []
    for (const folder of folders) {
      const place = places.get(folder)
      const messages = (await slackList(root, join(folder, day))) ?? []
      if (place === undefined) continue
      for (const message of messages) {
        const sentAt = Number(textOf(message, 'ts'))
        if (sentAt >= 0) found.push({ message, place, at: sentAt })
      }
    }
    // Stable, so that what was sent in one instant keeps the order of the archive.
    for (const one of found.toSorted((a, b) => a.at - b.at)) {
      const rows = converter.convert(one.message, one.place, one.at)
      if (rows !== undefined) await written.add(rows)
    }
    show('converting from Slack', at + 1, days.length)
  }
  await written.close()
}

interface ConvertedRows {
  readonly message: SlackObject
  readonly marks: readonly SlackObject[]
  readonly reactions: readonly SlackObject[]
}

class Converter {
  readonly #converting: Converting
  readonly #names: SlackNames
  /** By channel and the time of its first message. */
  readonly #threads = new Map<string, string>()
  readonly #topics = new Set<string>()
  #count = 0

  constructor(converting: Converting) {
    this.#converting = converting
    this.#names = {
      user: (id) => converting.people.nameOf(id),
      channel: (id) => converting.channels.names.get(id),
    }
  }

  convert(message: SlackObject, place: SlackPlace, sentAt: number): ConvertedRows | undefined {
    const { notCarried, uploads } = this.#converting
    const subtype = textOf(message, 'subtype')
    if (subtype !== '' && !KEPT_SUBTYPES.has(subtype)) {
      notCarried.add(`notices of Slack (${subtype.slice(0, 40)})`)
      return undefined
    }
    const sender = this.#senderOf(message)
    const id = this.#count + 1
    const content = slackContent(message, {
      names: this.#names,
      notCarried,
      carry: (file) => uploads.carry(file, { owner: sender, messageId: id, sentAt }),
    })
    if (content.trim() === '') {
      notCarried.add('messages without content')
      return undefined
    }
    this.#count = id
    const edited = Number(textOf(objectOf(message, 'edited'), 'ts'))
    const { channelId } = place
    return {
      message: {
        id,
        sender,
        recipient: place.recipientId,
        subject: channelId === null ? '' : this.#topicOf(message, channelId, content),
        content,
        date_sent: sentAt,
        last_edit_time: edited > 0 ? edited : null,
        sending_client: 1,
      },
      marks: this.#mentionsIn(message, place, id),
      reactions: this.#reactionsOf(message, id),
    }
  }

  #senderOf(message: SlackObject): number {
    const { people } = this.#converting
    const user = textOf(message, 'user')
    const profile = objectOf(message, 'user_profile')
    if (user !== '') return people.idOf(user, { name: textOf(profile, 'real_name') })
    const name = textOf(message, 'username') || textOf(objectOf(message, 'bot_profile'), 'name')
    const bot = textOf(message, 'bot_id') || name || 'unknown'
    return people.idOf(bot, { name: name || bot, isBot: true })
  }

  /** A thread is a topic, named by its day and its first words; what is in none shares one. */
  #topicOf(message: SlackObject, channelId: number, content: string): string {
    const thread = textOf(message, 'thread_ts')
    if (thread === '') return MAIN_TOPIC
    const key = `${channelId} ${thread}`
    const known = this.#threads.get(key)
    if (known !== undefined) return known
    const day = new Date(Number(thread) * 1000)
    const date = Number.isNaN(day.getTime()) ? 'thread' : day.toISOString().slice(0, 10)
    const topic = this.#freeTopic(channelId, `${date} ${plainWords(content)}`)
    this.#threads.set(key, topic)
    return topic
  }

  #freeTopic(channelId: number, wanted: string): string {
    for (let number = 1; ; number += 1) {
      const ending = number === 1 ? '' : ` (${number})`
      const topic = shortened(wanted, LIMITS.topic - ending.length) + ending
      const key = `${channelId} ${topic.toLowerCase()}`
      if (this.#topics.has(key)) continue
      this.#topics.add(key)
      return topic
    }
  }

  #mentionsIn(message: SlackObject, place: SlackPlace, id: number): readonly SlackObject[] {
    const named = [...textOf(message, 'text').matchAll(/<@([A-Z0-9]+)/g)]
    const users = new Set(named.map(([, user = '']) => this.#converting.people.idOf(user)))
    return [...users]
      .filter((user) => place.memberIds.includes(user))
      .map((user) => ({ user_profile: user, message: id, flags_mask: READ | MENTIONED }))
  }

  #reactionsOf(message: SlackObject, id: number): readonly SlackObject[] {
    const { people, notCarried } = this.#converting
    return listOf(message, 'reactions').flatMap((reaction) => {
      const emoji = slackEmoji(textOf(reaction, 'name'))
      const users = new Set(textsOf(reaction, 'users').map((user) => people.idOf(user)))
      if (emoji === undefined) {
        notCarried.add(`reactions :${textOf(reaction, 'name').slice(0, 40)}:`, users.size)
        return []
      }
      return [...users].map((user) => ({
        user_profile: user,
        message: id,
        emoji_name: emoji.name,
        emoji_code: emoji.code,
        reaction_type: 'unicode_emoji',
      }))
    })
  }
}

const [READ, MENTIONED] = [1, 8]

/** A text as a topic shows it: without marks and ids. */
function plainWords(content: string): string {
  return content
    .replaceAll(/([@#])\*\*([^*|]+)(?:\|\d+)?\*\*/g, '$1$2')
    .replaceAll('**', '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function shortened(text: string, max: number): string {
  const characters = Array.from(text)
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`
}

/** Files of a thousand messages each. */
class MessageFiles {
  readonly #target: string
  #rows: ConvertedRows[] = []
  #files = 0

  constructor(target: string) {
    this.#target = target
  }

  async add(rows: ConvertedRows): Promise<void> {
    this.#rows.push(rows)
    if (this.#rows.length >= PER_FILE) await this.#flush()
  }

  async close(): Promise<void> {
    if (this.#rows.length > 0 || this.#files === 0) await this.#flush()
  }

  async #flush(): Promise<void> {
    this.#files += 1
    const name = `messages-${String(this.#files).padStart(6, '0')}.json`
    const file = await TableFile.create(join(this.#target, name))
    try {
      await file.table('zerver_message', listed(this.#rows.map(({ message }) => message)))
      await file.table('zerver_usermessage', listed(this.#rows.flatMap(({ marks }) => marks)))
      await file.table('zerver_reaction', listed(this.#rows.flatMap(({ reactions }) => reactions)))
    } finally {
      await file.close()
    }
    this.#rows = []
  }
}

import clockIcon from 'lucide-static/icons/clock.svg'
import codeIcon from 'lucide-static/icons/code.svg'
import topicIcon from 'lucide-static/icons/message-square.svg'
import slashIcon from 'lucide-static/icons/square-slash.svg'

import { allEmoji, loadEmoji } from '../../emoji/emoji-catalog.ts'
import { findEmoji } from '../../emoji/emoji-search.ts'
import { emojiAsText } from '../../emoji/emoji-text.ts'
import { frequentCodes } from '../../emoji/frequent-emoji.ts'
import { skinTone, toned } from '../../emoji/skin-tone.ts'
import { channels, subscriptions } from '../../state/conversations/channels.ts'
import { topicsOf } from '../../state/conversations/topics.ts'
import { realm } from '../../state/realm/realm.ts'
import { words } from '../../words/compose.ts'
import { scheduleTimes, timeMark } from '../schedule/schedule-times.ts'
import { timeWords } from '../schedule/time-words.ts'
import { codeLanguages } from './code-languages.ts'
import type { Trigger } from './find-trigger.ts'
import { channelLink } from './mention-text.ts'
import { ranked } from './rank.ts'
import { COMMANDS, commandWords } from './slash-commands.ts'
import { suggestMentions } from './suggest-people.ts'
import { MAX_SUGGESTIONS, type ConversationHere, type Suggestion } from './suggestion.ts'

export interface SuggestOptions {
  readonly here: ConversationHere
  /** Asks the person for a time, which is then written. */
  readonly askTime: () => void
  /** Commands make no sense where a message is changed. */
  readonly hasCommands: boolean
}

/** What the list at the caret offers. Subscribes to what it reads. */
export function suggest(trigger: Trigger, options: SuggestOptions): readonly Suggestion[] {
  switch (trigger.kind) {
    case 'person':
      return suggestMentions(trigger.typed, options.here, { isSilent: trigger.isSilent })
    case 'channel':
      return suggestChannels(trigger.typed, options.here)
    case 'topic':
      return suggestTopics(trigger.channel, trigger.typed)
    case 'emoji':
      return suggestEmoji(trigger.typed)
    case 'language':
      return suggestLanguages(trigger.typed, trigger.fence)
    case 'command':
      return options.hasCommands ? suggestCommands(trigger.typed) : []
    case 'time':
      return suggestTimes(trigger.typed, options.askTime)
  }
}

function suggestChannels(typed: string, here: ConversationHere): readonly Suggestion[] {
  const active = channels.values().filter(({ is_archived: isArchived }) => !isArchived)
  const found = ranked(typed, active, {
    namesOf: ({ name }) => [name],
    distanceOf: ({ stream_id: id }) =>
      id === here.channelId ? 0 : subscriptions.peek(id) === undefined ? 100 : 10,
    limit: MAX_SUGGESTIONS,
  })
  return found.map((channel) => {
    const link = channelLink(channel)
    return {
      key: `channel ${channel.stream_id}`,
      label: channel.name,
      detail: channel.description,
      picture: { kind: 'channel', channelId: channel.stream_id },
      insert: `${link} `,
      insertForTopic: link.startsWith('#**') ? `#**${channel.name}>` : undefined,
    }
  })
}

function suggestTopics(channelName: string, typed: string): readonly Suggestion[] {
  const channel = channels.values().find(({ name }) => name === channelName)
  if (channel === undefined) return []
  const topics = topicsOf(channel.stream_id) ?? []
  const found = ranked(typed, topics, {
    namesOf: ({ name }) => [name],
    distanceOf: () => 0,
    limit: MAX_SUGGESTIONS,
  })
  const wanted = typed === '' ? topics.slice(0, MAX_SUGGESTIONS) : found
  return wanted.map(({ name }) => ({
    key: `topic ${name}`,
    label: name === '' ? (realm.value?.realm_empty_topic_display_name ?? '') : name,
    picture: { kind: 'icon', svg: topicIcon },
    insert: `${channelLink(channel, name)} `,
  }))
}

function suggestEmoji(typed: string): readonly Suggestion[] {
  void loadEmoji().catch(() => undefined)
  const frequent = new Set(frequentCodes.value)
  const tone = skinTone.value
  const found = findEmoji(typed, allEmoji.value, { limit: MAX_SUGGESTIONS, frequent })
  return found
    .map((emoji) => toned(emoji, tone))
    .map((emoji) => ({
      key: `emoji ${emoji.kind} ${emoji.code}`,
      label: emoji.name.replaceAll('_', ' '),
      picture: { kind: 'emoji', emoji },
      insert: `${emojiAsText(emoji)} `,
    }))
}

function suggestLanguages(typed: string, fence: string): readonly Suggestion[] {
  const found = ranked(typed, codeLanguages(), {
    namesOf: (name) => [name],
    distanceOf: (name) => (/^(?:quote|spoiler|math)$/.test(name) ? 0 : 1),
    limit: MAX_SUGGESTIONS,
  })
  // Enter after a language that is written whole begins the next line.
  if (found.length === 1 && found[0] === typed) return []
  return found.map((name) => {
    const head = name === 'spoiler' ? 'spoiler ' : `${name}\n`
    return {
      key: `language ${name}`,
      label: name,
      picture: { kind: 'icon', svg: codeIcon },
      insert: name === 'spoiler' ? `${head}\n\n${fence}` : `${head}\n${fence}`,
      caret: head.length,
    }
  })
}

function suggestCommands(typed: string): readonly Suggestion[] {
  const found = ranked(typed, COMMANDS, {
    namesOf: ({ name }) => [name],
    distanceOf: () => 0,
    limit: MAX_SUGGESTIONS,
  })
  return found.map((command) => ({
    key: `command ${command.name}`,
    label: `/${command.name}`,
    detail: commandWords(command.word),
    picture: { kind: 'icon', svg: slashIcon },
    insert: command.template ?? `/${command.name} `,
    ...(command.caret === undefined ? {} : { caret: command.caret }),
  }))
}

function suggestTimes(typed: string, askTime: () => void): readonly Suggestion[] {
  const now = new Date()
  const wanted = typed.trim().toLowerCase()
  const hour = new Date(now.getTime() + 3_600_000)
  const times = [
    { label: words('inAnHour'), at: hour },
    ...scheduleTimes(now).map(({ name, at }) => ({ label: words(name), at })),
  ].filter(({ label }) => label.toLowerCase().includes(wanted))
  const other: Suggestion = {
    key: 'time other',
    label: words('otherTime'),
    picture: { kind: 'icon', svg: clockIcon },
    insert: '',
    run: askTime,
  }
  return [
    ...times.slice(0, MAX_SUGGESTIONS - 1).map(({ label, at }) => ({
      key: `time ${label}`,
      label,
      detail: timeWords(at),
      picture: { kind: 'icon' as const, svg: clockIcon },
      insert: `${timeMark(at)} `,
    })),
    other,
  ]
}

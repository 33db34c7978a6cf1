import { computed, signal } from '@preact/signals'

import { customEmoji } from '../state/realm/emoji.ts'
import { realm } from '../state/realm/realm.ts'
import type { Emoji, EmojiGroup } from './emoji-kind.ts'

/** Emoji of Unicode, in the order in which people expect them; empty until they are loaded. */
const unicodeEmoji = signal<readonly Emoji[]>([])

/** All that this person can use: the organization's own first. */
export const allEmoji = computed((): readonly Emoji[] => [...customOnes(), ...unicodeEmoji.value])

export const emojiByCode = computed(
  (): ReadonlyMap<string, Emoji> => new Map(allEmoji.value.map((emoji) => [emoji.code, emoji])),
)

const loading: { promise?: Promise<void> | undefined } = {}

/** Loads names and words once; a failure is tried anew at the next call. */
export function loadEmoji(): Promise<void> {
  loading.promise ??= load().catch((error: unknown) => {
    loading.promise = undefined
    throw error
  })
  return loading.promise
}

const DEFAULT_URL = '/static/generated/emoji/emoji_api.json'

// The groups of the words' file, by their number there.
const GROUPS: readonly (EmojiGroup | undefined)[] = [
  'smileys',
  'people',
  undefined,
  'nature',
  'food',
  'travel',
  'activities',
  'objects',
  'symbols',
  'flags',
]

type WordRow = readonly [code: string, group: number, spanish: string, english: string]

interface EmojiNames {
  readonly code_to_names: Readonly<Record<string, readonly string[]>>
}

async function load(): Promise<void> {
  const url = realm.peek()?.['server_emoji_data_url'] ?? DEFAULT_URL
  const [response, words] = await Promise.all([
    fetch(url, { signal: AbortSignal.timeout(30_000) }),
    import('./emoji-words.json', { with: { type: 'json' } }),
  ])
  if (!response.ok) throw new Error(`emoji names: status ${response.status}`)
  // The service's own answer.
  const { code_to_names: names } = (await response.json()) as EmojiNames
  // The project's own file.
  const rows = words.default as unknown as readonly WordRow[]
  const known = new Set(rows.map(([code]) => code))
  const missing = Object.keys(names).filter((code) => !known.has(code))
  const all = [...rows, ...missing.map((code) => [code, 8, '', ''] as const)]
  unicodeEmoji.value = all.flatMap(([code, group, spanish, english]) => {
    const [name, ...aliases] = names[code] ?? []
    if (name === undefined) return []
    const kind = 'unicode_emoji' as const
    const wording = [spanish, english].filter((part) => part !== '').join(', ')
    return [{ kind, code, name, aliases, words: wording, group: GROUPS[group] ?? 'symbols' }]
  })
}

function customOnes(): readonly Emoji[] {
  return Object.values(customEmoji.value)
    .filter(({ deactivated }) => !deactivated)
    .map(({ id, name, source_url: url }) => ({
      kind: 'realm_emoji' as const,
      code: id,
      name,
      aliases: [],
      words: '',
      group: 'custom' as const,
      url,
    }))
}

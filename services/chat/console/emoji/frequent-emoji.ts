import { computed, signal } from '@preact/signals'
import { readStored, writeStored } from '@oficina/web/stored.ts'

const KEY = 'oficina.chat.emoji'
// More than the picker shows; the rest is forgotten, the longest unused first.
const MAX_KEPT = 60
const SHOWN = 18
// What nobody chose yet: thumbs up, party, smile, heart, tools, eyes.
const POPULAR = ['1f44d', '1f389', '1f642', '2764', '1f6e0', '1f440', '2705', '1f64f', '1f602']

type Counts = readonly (readonly [code: string, count: number])[]

const counts = signal<Counts>(stored())

/** The codes of the emoji that this person uses most, most used first, filled up with what people use most. */
export const frequentCodes = computed((): readonly string[] => {
  const own = counts.value.toSorted((a, b) => b[1] - a[1]).map(([code]) => code)
  return [...own, ...POPULAR.filter((code) => !own.includes(code))].slice(0, SHOWN)
})

/** Notes that an emoji was used once more. */
export function noteEmojiUse(code: string): void {
  const before = counts.peek().find(([known]) => known === code)?.[1] ?? 0
  const others = counts.peek().filter(([known]) => known !== code)
  counts.value = [[code, before + 1] as const, ...others].slice(0, MAX_KEPT)
  writeStored(KEY, JSON.stringify(counts.peek()))
}

function stored(): Counts {
  try {
    const value: unknown = JSON.parse(readStored(KEY) ?? '[]')
    if (!Array.isArray(value)) return []
    const isCount = (one: unknown): one is readonly [string, number] =>
      Array.isArray(one) && typeof one[0] === 'string' && typeof one[1] === 'number'
    return value.filter(isCount).slice(0, MAX_KEPT)
  } catch {
    return []
  }
}

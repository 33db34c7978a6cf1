import type { Said } from './widget-of.ts'

export interface PollOption {
  /** What votes name it by. */
  readonly key: string
  readonly text: string
  readonly voters: ReadonlySet<number>
}

export interface Poll {
  readonly question: string
  readonly options: readonly PollOption[]
}

/** A poll after all that was said to it. What makes no sense is passed over, as every other client does. */
export function pollAfter(
  extra: Readonly<Record<string, unknown>>,
  authorId: number,
  said: readonly Said[],
): Poll {
  const options = new Map<string, { readonly text: string; readonly voters: Set<number> }>()
  let question = textOf(extra['question'])
  const add = (key: string, text: string): void => {
    const isThere = [...options.values()].some((option) => option.text === text)
    if (!isThere && text !== '') options.set(key, { text, voters: new Set() })
  }
  // Those of the beginning are nobody's, and are called so.
  for (const [index, text] of listOf(extra['options']).entries())
    add(`canned,${index}`, textOf(text))
  for (const { userId, said: words } of said) {
    if (words['type'] === 'new_option')
      add(`${userId},${Number(words['idx'])}`, textOf(words['option']))
    else if (words['type'] === 'question' && userId === authorId)
      question = textOf(words['question'])
    else if (words['type'] === 'vote') {
      const voters = options.get(textOf(words['key']))?.voters
      if (words['vote'] === 1) voters?.add(userId)
      else voters?.delete(userId)
    }
  }
  return { question, options: [...options].map(([key, option]) => ({ key, ...option })) }
}

/** The number that one's next option is called by: one more than the highest of one's own. */
export function nextIndex({ options }: Poll, userId: number): number {
  const own = options
    .map(({ key }) => key.split(','))
    .filter(([owner]) => owner === String(userId))
    .map(([, index]) => Number(index))
  return Math.max(0, ...own) + 1
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** What a profile says of a right: nothing when absent. */
export type Word = 'granted' | 'refused'

/** A profile's own row on a right. */
export interface OwnRight {
  readonly id: number
  readonly word: Word
  /** Up to what amount, in the company's currency. */
  readonly limit: string | null
}

/** Profiles from the one that is looked at up to the one that inherits from nobody. */
export interface ProfileLink {
  readonly id: number
  readonly name: string
  /** Keys of rights, such as `Compra.leer`, to what this profile says itself. */
  readonly own: ReadonlyMap<string, OwnRight>
}

/** What holds for a right, and where it comes from. */
export interface Standing {
  /** Undefined: nobody grants it. */
  readonly word: Word | undefined
  /** What says so instead of the profile's own row: the module's right, or a profile it inherits from. */
  readonly from: string | undefined
}

/** Changes that are not saved: the word that a right shall have, undefined: none. */
export type Changes = ReadonlyMap<string, Word | undefined>

/** What the profile itself says of a right, with the changes. */
export function ownWord(
  chain: readonly ProfileLink[],
  changes: Changes,
  key: string,
): Word | undefined {
  return changes.has(key) ? changes.get(key) : chain[0]?.own.get(key)?.word
}

/**
 * What holds for a right: a refusal wins over any grant, whoever says it; a right of the module counts for its models.
 * @source docs/decisions/0202-erp-metadata.md
 */
export function standingOf(
  chain: readonly ProfileLink[],
  changes: Changes,
  { key, moduleKey }: { readonly key: string; readonly moduleKey: string | undefined },
): Standing {
  const said = chain.flatMap(({ name, own }, index) =>
    [key, moduleKey].flatMap((one) => {
      if (one === undefined) return []
      const word = index === 0 ? ownWord(chain, changes, one) : own.get(one)?.word
      const isOwn = index === 0 && one === key
      const from = index === 0 ? MODULE : name
      return word === undefined ? [] : [{ word, from: isOwn ? undefined : from }]
    }),
  )
  const found = said.find(({ word }) => word === 'refused') ?? said[0]
  return found ?? { word: undefined, from: undefined }
}

/** Stands for the right of the whole module, among what a right comes from. */
export const MODULE = '*'

/** The next word as one presses on: granted, refused, none. */
export function nextWord(word: Word | undefined): Word | undefined {
  if (word === undefined) return 'granted'
  return word === 'granted' ? 'refused' : undefined
}

/** The changes with one more; one that leads back to what is stored is none. */
export function withChange(
  chain: readonly ProfileLink[],
  changes: Changes,
  { key, word }: { readonly key: string; readonly word: Word | undefined },
): Changes {
  const next = new Map(changes)
  if (chain[0]?.own.get(key)?.word === word) next.delete(key)
  else next.set(key, word)
  return next
}

/** The changes that add what another profile says itself. */
export function withCopied(
  chain: readonly ProfileLink[],
  changes: Changes,
  other: ReadonlyMap<string, OwnRight>,
): Changes {
  let next = changes
  for (const [key, { word }] of other) next = withChange(chain, next, { key, word })
  return next
}

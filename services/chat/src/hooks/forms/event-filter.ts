/** Which events of another program the address of a hook lets through. */
export interface EventFilter {
  /** Undefined: all of them. */
  readonly only: readonly string[] | undefined
  readonly exclude: readonly string[] | undefined
}

/**
 * Whether the address wants an event. Patterns are those of a shell: `*`, `?` and `[…]`.
 * @param event undefined for what has no name of Zulip's; the filter leaves it alone
 */
export function isWanted(event: string | undefined, { only, exclude }: EventFilter): boolean {
  if (event === undefined) return true
  const fits = (pattern: string) => fitsPattern(event, pattern)
  return (only === undefined || only.some(fits)) && !(exclude?.some(fits) ?? false)
}

type Step = '*' | ((character: string) => boolean)

/** Goes back to the last star only, so that no pattern takes long. */
function fitsPattern(name: string, pattern: string): boolean {
  const characters = Array.from(name)
  const steps = stepsOf(pattern)
  let [at, step, star, resumed] = [0, 0, -1, 0]
  while (at < characters.length) {
    const wanted = steps[step]
    if (wanted === '*') {
      star = step
      resumed = at
      step += 1
    } else if (wanted?.(characters[at] ?? '') === true) {
      at += 1
      step += 1
    } else {
      if (star < 0) return false
      resumed += 1
      at = resumed
      step = star + 1
    }
  }
  return steps.slice(step).every((rest) => rest === '*')
}

const PART = /\[(?<not>!?)(?<set>\]?[^\]]*)\]|(?<one>[^])/gu

function stepsOf(pattern: string): readonly Step[] {
  return [...pattern.matchAll(PART)].map(({ groups = {} }): Step => {
    const { not = '', set, one } = groups
    if (set !== undefined) return (character) => isInSet(character, set) === (not === '')
    if (one === '*') return '*'
    return one === '?' ? () => true : (character) => character === one
  })
}

/** Of a set such as `a-z_`. */
function isInSet(character: string, set: string): boolean {
  return [...set.matchAll(/(?<from>[^])-(?<to>[^])|(?<one>[^])/gu)].some(({ groups = {} }) => {
    const { from, to, one } = groups
    if (from === undefined || to === undefined) return one === character
    return from <= character && character <= to
  })
}

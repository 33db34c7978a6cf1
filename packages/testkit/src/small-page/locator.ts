import type { HTMLElement } from 'happy-dom'

import { handsOn, type Hands } from './hands.ts'
import { only, told, type Sought } from './looking.ts'
import { until } from './patience.ts'
import {
  byAttribute,
  byLabel,
  byRole,
  bySelector,
  byText,
  type RoleOptions,
  type Root,
} from './queries.ts'
import { readingOf, type Reading } from './reading.ts'
import { isShown } from './shown.ts'
import { fits, textOf, type Exactness, type Wanted } from './words.ts'

/** Ways to find elements, in the words of Playwright and with the same sense. */
export interface Finder {
  getByRole(role: string, options?: RoleOptions): SmallLocator
  getByText(text: Wanted, options?: Exactness): SmallLocator
  getByLabel(text: Wanted, options?: Exactness): SmallLocator
  getByPlaceholder(text: Wanted, options?: Exactness): SmallLocator
  getByTitle(text: Wanted, options?: Exactness): SmallLocator
  locator(selector: string, filter?: Filter): SmallLocator
}

export interface Filter {
  readonly hasText?: Wanted
  readonly hasNotText?: Wanted
  readonly has?: SmallLocator
}

type State = 'attached' | 'detached' | 'visible' | 'hidden'

/** Elements that are found anew at each look; what acts on one waits until there is one that can be acted on. */
export interface SmallLocator extends Finder, Hands, Reading {
  /** The elements that there are now. */
  elements(): readonly HTMLElement[]
  /** What it looks for, in words. */
  readonly words: string
  filter(filter: Filter): SmallLocator
  and(other: SmallLocator): SmallLocator
  or(other: SmallLocator): SmallLocator
  nth(index: number): SmallLocator
  first(): SmallLocator
  last(): SmallLocator
  all(): Promise<readonly SmallLocator[]>
  count(): Promise<number>
  waitFor(options?: { readonly state?: State }): Promise<void>
}

/** What is looked through, as what is looked for. */
interface Around extends Pick<Sought, 'words' | 'seen'> {
  readonly find: () => readonly Root[]
}

/** Ways to find elements in what there is at each look. */
export function finderIn({ find: roots, words, seen }: Around): Finder {
  const below = (what: string, find: (root: Root) => readonly HTMLElement[]) =>
    locatorOf({
      find: () => [...new Set(roots().flatMap(find))],
      words: `${words} ${what}`,
      seen,
    })
  return {
    getByRole: (role, options) =>
      below(
        `${role} ${JSON.stringify({ ...options, name: String(options?.name ?? '') })}`,
        (root) => byRole(root, role, options),
      ),
    getByText: (text, options) => below(`text ${text}`, (root) => byText(root, text, options)),
    getByLabel: (text, options) => below(`label ${text}`, (root) => byLabel(root, text, options)),
    getByPlaceholder: (text, options) =>
      below(`placeholder ${text}`, (root) => byAttribute(root, 'placeholder', text, options)),
    getByTitle: (text, options) =>
      below(`title ${text}`, (root) => byAttribute(root, 'title', text, options)),
    locator: (selector, filter = {}) =>
      below(selector, (root) => bySelector(root, selector)).filter(filter),
  }
}

function locatorOf(sought: Sought): SmallLocator {
  const { find, words } = sought
  const part = (what: string, of: (all: readonly HTMLElement[]) => readonly HTMLElement[]) =>
    locatorOf({ ...sought, find: () => of(find()), words: `${words} ${what}` })
  const nth = (index: number) =>
    part(`[${index}]`, (all) => all.slice(index, index === -1 ? undefined : index + 1))
  return {
    ...finderIn(sought),
    ...handsOn(sought),
    ...readingOf(sought),
    elements: find,
    words,
    filter: (filter) =>
      part(filterWords(filter), (all) => all.filter((element) => passes(element, filter))),
    and: (other) =>
      part(`and ${other.words}`, (all) => all.filter((one) => other.elements().includes(one))),
    or: (other) =>
      part(`or ${other.words}`, (all) =>
        [...new Set([...all, ...other.elements()])].toSorted(inOrder),
      ),
    nth,
    first: () => nth(0),
    last: () => nth(-1),
    all: () => Promise.resolve(find().map((_one, index) => nth(index))),
    count: () => Promise.resolve(find().length),
    waitFor: async ({ state = 'visible' } = {}) => {
      await until(
        () => (isIn(state, only(sought)) ? true : undefined),
        () => told(sought, `is not ${state}`),
      )
    },
  }
}

function filterWords({ hasText, hasNotText, has }: Filter): string {
  return [hasText, hasNotText === undefined ? undefined : `not ${hasNotText}`, has?.words]
    .filter((one) => one !== undefined)
    .join(' ')
}

function passes(element: HTMLElement, { hasText, hasNotText, has }: Filter): boolean {
  if (hasText !== undefined && !fits(textOf(element), hasText)) return false
  if (hasNotText !== undefined && fits(textOf(element), hasNotText)) return false
  return (
    has === undefined ||
    has.elements().some((inner) => inner !== element && element.contains(inner))
  )
}

function inOrder(a: HTMLElement, b: HTMLElement): number {
  // 4: the other one follows.
  return (a.compareDocumentPosition(b) & 4) === 0 ? 1 : -1
}

function isIn(state: State, element: HTMLElement | undefined): boolean {
  switch (state) {
    case 'attached':
      return element !== undefined
    case 'detached':
      return element === undefined
    case 'visible':
      return element !== undefined && isShown(element)
    case 'hidden':
      return element === undefined || !isShown(element)
  }
}

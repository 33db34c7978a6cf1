import { RecentMap } from '@oficina/kit/recent-map.ts'

import type { CodePicture } from '../codes/draw-code.ts'
import type { CodeOp, CompiledPackage, ImageOp, MergeOp, RichOp } from '../compile/program.ts'
import { createScope, type Scope } from '../expression/scope.ts'
import { say, type Told } from '../messages/say.ts'
import type { TagSource } from '../tags/tag-syntax.ts'
import { createLists, type Lists } from './lists.ts'
import { createOutput, type Output } from './output-buffer.ts'
import type { RenderBudget, RenderOptions } from './render-options.ts'
import type { RenderProblem } from './render-problem.ts'

/** Everything that changes while one document is written. */
export type RenderContext = {
  readonly output: Output
  readonly scope: Scope
  readonly budget: RenderBudget
  iterations: number
  images: number
  /** The codes drawn so far, by style and text. */
  readonly codes: Map<string, CodePicture>
  nextDrawingId: number
  nextBookmarkId: number
  /** The number that each of the template's bookmarks has in the current repetition. */
  readonly bookmarkIds: Map<string, number>
  readonly bookmarkNames: Map<string, number>
  readonly written: Set<string>
  /** The list that each of the template's lists is in the current repetition. */
  listIds: ReadonlyMap<string, number>
  readonly lists: Lists
  /** The text that each merging cell had last. */
  readonly merges: Map<MergeOp, string>
  place: Placing
}

/** What concerns the relationships of the part being written. */
type Placing = {
  /** Writes an image where its tag stands. */
  readonly image: (op: ImageOp, value: unknown) => void
  /** Draws a code where its tag stands. */
  readonly code: (op: CodeOp, text: string) => void
  /** Writes a formatted text in place of its tag's paragraph. */
  readonly rich: (op: RichOp, value: unknown) => void
  /** The relationship to an address. */
  readonly link: (address: string) => string
}

const MEBIBYTE = 1024 * 1024

/** @source docs/security.md, "Renders" */
const DEFAULT_BUDGET: RenderBudget = {
  maxOutputBytes: 256 * MEBIBYTE,
  maxIterations: 5_000_000,
  maxImages: 2_000,
}

/** Ends a render from within its recursion; `renderTemplate` turns it into its result. */
export class RenderStop extends Error {
  readonly problem: RenderProblem

  constructor(problem: RenderProblem) {
    super(problem.kind)
    this.problem = problem
  }
}

export function stopOverBudget(source: TagSource, message: Told): never {
  throw new RenderStop({ kind: 'over-budget', problems: [{ ...source, message }] })
}

export function stopBadValue(source: TagSource, message: Told): never {
  throw new RenderStop({ kind: 'bad-value', problems: [{ ...source, message }] })
}

/** @throws RenderStop when the document has become too large, or too much work */
export function checkBudget(context: RenderContext, source: TagSource): void {
  const { budget, output, scope, iterations } = context
  if (iterations + scope.work > budget.maxIterations) {
    stopOverBudget(
      source,
      say(
        'The sections and formatters of the template take more than %{max} turns with this data.',
        { max: budget.maxIterations },
      ),
    )
  }
  if (output.total > budget.maxOutputBytes) {
    stopOverBudget(
      source,
      say('The document grows beyond %{max} bytes with this data.', { max: budget.maxOutputBytes }),
    )
  }
}

export type FirstIds = Pick<CompiledPackage, 'firstDrawingId' | 'firstBookmarkId' | 'lists'>

export function createRenderContext(
  data: unknown,
  options: RenderOptions,
  first: FirstIds,
): RenderContext {
  const scope = createScope(data, {
    locale: knownLocale(options.locale),
    timezone: knownTimezone(options.timezone),
    texts: options.texts,
    isStrict: options.strict === true,
  })
  return {
    output: createOutput(),
    scope,
    budget: { ...DEFAULT_BUDGET, ...options.budget },
    iterations: 0,
    images: 0,
    codes: new Map(),
    nextDrawingId: first.firstDrawingId,
    nextBookmarkId: first.firstBookmarkId,
    bookmarkIds: new Map(),
    bookmarkNames: new Map(),
    written: new Set(),
    listIds: new Map(),
    lists: createLists(first.lists, (message) =>
      stopOverBudget({ part: first.lists?.name ?? '', paragraph: 0, tag: '' }, message),
    ),
    merges: new Map(),
    place: { image: () => undefined, code: () => undefined, rich: () => undefined, link: () => '' },
  }
}

// A service sees a few of each. Asking the runtime for a zone takes as long as a small render, for a locale a tenth.
const MAX_KNOWN = 100
const LOCALES = new RecentMap<string, string>(MAX_KNOWN)
const TIMEZONES = new RecentMap<string, string>(MAX_KNOWN)

function knownLocale(locale = 'en-US'): string {
  return remembered(LOCALES, locale, canonicalLocale)
}

function knownTimezone(timezone = 'UTC'): string {
  return remembered(TIMEZONES, timezone, canonicalTimezone)
}

function remembered(
  known: RecentMap<string, string>,
  name: string,
  find: (name: string) => string,
): string {
  const before = known.get(name)
  if (before !== undefined) return before
  const found = find(name)
  known.set(name, found)
  return found
}

function canonicalLocale(locale: string): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf(locale)[0] ?? 'en-US'
  } catch {
    return 'en-US'
  }
}

function canonicalTimezone(timezone: string): string {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: timezone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}

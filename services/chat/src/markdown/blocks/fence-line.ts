/** The line that opens or closes a fenced block: ``` or ~~~, a language, a header. */

import { either, group, optional, sequence } from '../pattern-parts.ts'

export interface FenceLine {
  /** The run of backticks or tildes; the block ends at a line that is exactly this. */
  readonly mark: string
  readonly language: string | undefined
  /** Text behind the language, such as a spoiler's title. */
  readonly header: string | undefined
}

const MARK = either(/~{3,}/, /`{3,}/)
const LANGUAGE = /[a-zA-Z0-9_+,./#-]+/
const HEADER = /[^ ~`][^~`]*/
const SPACES = / */
// Some write the language as `{.python}`.
const INFO = sequence(/\{?\.?/, group(LANGUAGE), SPACES, optional(group(HEADER)), /\}?/)
const FENCE = sequence(/^/, group(MARK), SPACES, optional(INFO), /$/)

export function parseFence(line: string): FenceLine | undefined {
  const match = FENCE.exec(line)
  if (match === null) return undefined
  return { mark: match[1] ?? '', language: match[2], header: match[3] }
}

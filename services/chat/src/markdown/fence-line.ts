/** The line that opens or closes a fenced block: ``` or ~~~, a language, a header. */

export interface FenceLine {
  /** The run of backticks or tildes; the block ends at a line that is exactly this. */
  readonly mark: string
  readonly language: string | undefined
  /** Text behind the language, such as a spoiler's title. */
  readonly header: string | undefined
}

const FENCE = /^(~{3,}|`{3,}) *(?:\{?\.?([a-zA-Z0-9_+,\-./#]+) *([^ ~`][^~`]*)?\}?)?$/

export function parseFence(line: string): FenceLine | undefined {
  const match = FENCE.exec(line)
  if (match === null) return undefined
  return { mark: match[1] ?? '', language: match[2], header: match[3] }
}

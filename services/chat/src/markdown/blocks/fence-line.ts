/** The line that opens or closes a fenced block: ``` or ~~~, a language, a header. */

import { either, sequence } from '../pattern-parts.ts'

export interface FenceLine {
  /** The run of backticks or tildes; the block ends at a line that is exactly the same. */
  readonly mark: string
  readonly language: string | undefined
  /** Text after the language, such as a spoiler's title. */
  readonly header: string | undefined
}

const MARK = sequence(/^/, either(/~{3,}/, /`{3,}/))
const LANGUAGE = /^[a-zA-Z0-9_+,./#-]+/

export function parseFence(line: string): FenceLine | undefined {
  const mark = MARK.exec(line)?.[0]
  if (mark === undefined) return undefined
  const written = withoutSpaces(line.slice(mark.length))
  if (written === '') return { mark, language: undefined, header: undefined }
  // Some write the language as `{.python}`.
  const isBraced = written.startsWith('{')
  const named = isBraced ? written.slice(1) : written
  const language = languageOf(named)
  if (language === undefined) return undefined
  const behind = withoutSpaces(named.slice(named.indexOf(language) + language.length))
  const header = isBraced && behind.endsWith('}') ? behind.slice(0, -1) : behind
  // A line such as ```this``` is code in a line of text.
  if (/[~`]/.test(header)) return undefined
  return { mark, language, header: header === '' ? undefined : header }
}

/** A dot before a language is not part of it. */
function languageOf(named: string): string | undefined {
  const undotted = named.startsWith('.') ? named.slice(1) : named
  return (LANGUAGE.exec(undotted) ?? LANGUAGE.exec(named))?.[0]
}

function withoutSpaces(text: string): string {
  return text.replace(/^ +/, '')
}

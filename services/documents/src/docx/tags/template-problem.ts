import type { Language } from '@oficina/words/language.ts'

import { tell, type Told } from '../messages/say.ts'

/** A fault found in a template when it was compiled. `paragraph` counts `w:p` from 1 within the part; 0 means outside any. */
export type TemplateProblem = {
  /** Name of the part inside the .docx, for example `word/document.xml`; empty when the file as a whole is at fault. */
  readonly part: string
  readonly paragraph: number
  /** The tag as written, with its delimiters; empty when no tag is at fault. */
  readonly tag: string
  readonly message: Told
}

/** A problem as answers have it. */
export function problemIn(language: Language) {
  return ({ message, ...place }: TemplateProblem): object => ({
    ...place,
    message: tell(message, language),
  })
}

import { quoted, type Bilingual } from '@oficina/words/bilingual.ts'

import { inBoth, tell, type Told } from '../messages/say.ts'

/** A formatter's argument, or its data, is of no use to it. */
export class UnusableArgument extends RangeError {
  readonly told: Told

  constructor(told: Told) {
    super(tell(told, 'en'))
    this.told = told
  }
}

/** Why a formatter could not do its work: in its own words, or in those of the runtime about a locale or a zone. */
export function reasonOf(error: unknown): Bilingual {
  if (error instanceof UnusableArgument) return inBoth(error.told)
  return quoted(error instanceof Error ? error.message : 'unknown')
}

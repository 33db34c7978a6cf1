import { speaker, type PlainOf, type Told as ToldOf } from '@oficina/words/bilingual.ts'

import { FILES } from './files.ts'
import { FOREIGN } from './foreign.ts'
import { TAGS } from './tags.ts'
import { VALUES } from './values.ts'

/** All that the engine tells people: the Spanish of each text under its English. */
export const ENGINE = { ...FILES, ...FOREIGN, ...TAGS, ...VALUES }

/** A text that asks for no value. */
export type Plain = PlainOf<keyof typeof ENGINE>

/** What is told is a plain value, which threads hand to each other. @source docs/decisions/0149-documents-languages.md */
export type Told = ToldOf<keyof typeof ENGINE>

export const { say, inBoth, tell } = speaker(ENGINE)

import { speaker, type Told as ToldOf } from '@oficina/words/bilingual.ts'

import { ENGINE } from '../docx/messages/say.ts'
import { PDFS } from './pdfs.ts'
import { RENDERS } from './renders.ts'
import { REQUESTS } from './requests.ts'
import { SCHEMAS } from './schemas.ts'

/** All that the service tells people: the Spanish of each text under its English. */
export const SPANISH = { ...ENGINE, ...PDFS, ...RENDERS, ...REQUESTS, ...SCHEMAS }

/** @source docs/decisions/0149-documents-languages.md */
export type Told = ToldOf<keyof typeof SPANISH>

export const { say, inBoth, tell } = speaker(SPANISH)

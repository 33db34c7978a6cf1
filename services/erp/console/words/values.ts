import { wordsOf } from '@oficina/web/words.ts'

export const words = wordsOf({ yes: 'Sí', no: 'No' }, { yes: 'Yes', no: 'No' })

import { wordsOf } from '@oficina/web/words.ts'

export const words = wordsOf({ compose: 'Escribir' }, { compose: 'Compose' })

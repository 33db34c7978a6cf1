import { either, sequence } from '../pattern-parts.ts'

const NUMBER = either(sequence('#', /[0-9]+/), sequence(/#[xX]/, /[0-9a-fA-F]+/))
const NAME = /[a-zA-Z0-9]+/

/** A character written by name or number, as `&amp;` or `&#38;`; looked for at one position. */
export const CHARACTER_REFERENCE = new RegExp(sequence('&', either(NUMBER, NAME), ';').source, 'y')

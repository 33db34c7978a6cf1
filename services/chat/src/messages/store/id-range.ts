import { trusted } from '@oficina/kit/sql.ts'

/**
 * Stands for the missing end of a range of ids. A comparison with it can use an index, as "has no end, or is below it"
 * cannot.
 */
export const NO_END = trusted('9223372036854775807')

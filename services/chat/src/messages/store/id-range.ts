import { trusted } from '@oficina/kit/sql.ts'

/**
 * Used when a range of ids has no end. A comparison with it can use an index, unlike "has no end, or is below it".
 */
export const NO_END = trusted('9223372036854775807')

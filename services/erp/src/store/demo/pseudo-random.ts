import { trusted, type Sql } from '@oficina/kit/sql.ts'

/**
 * A number from 0 to `limit - 1` that looks random but depends only on `n` and `salt`: the same on every machine and at
 * every start. Different salts give independent numbers for one `n`. `pseudoRandomSql` computes the same in SQL.
 */
export function pseudoRandom(n: number, salt: number, limit: number): number {
  // All products stay below 2^53, all operands of ^ below 2^31.
  const mixed = (n * 48_271 + salt * 69_621) % 2_147_483_647
  const again = ((mixed ^ (mixed >> 13)) * 40_692) % 2_147_483_399
  return (again ^ (again >> 7)) % limit
}

/** `pseudoRandom` as SQL of type int8; `n` is SQL of our own for an int8. */
export function pseudoRandomSql(n: string, salt: number, limit: number | string): Sql {
  const mixed = `(((${n}) * 48271 + ${salt * 69_621}) % 2147483647)`
  const again = `(((${mixed} # (${mixed} >> 13)) * 40692) % 2147483399)`
  return trusted(`((${again} # (${again} >> 7)) % ${limit})`)
}

/** One of a few texts of our own, chosen by `pseudoRandomSql`. */
export function pseudoRandomText(n: string, salt: number, texts: readonly string[]): Sql {
  const array = texts.map((text) => `'${text.replaceAll("'", "''")}'`).join(', ')
  return trusted(`(array[${array}])[1 + ${pseudoRandomSql(n, salt, texts.length).text}]`)
}

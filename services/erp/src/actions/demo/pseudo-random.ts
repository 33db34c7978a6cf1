/**
 * A number from 0 to `limit - 1` that looks random but depends only on `n` and `salt`: the same on every machine and at
 * every start. Different salts give independent numbers for one `n`.
 */
export function pseudoRandom(n: number, salt: number, limit: number): number {
  // All products stay below 2^53, all operands of ^ below 2^31.
  const mixed = (n * 48_271 + salt * 69_621) % 2_147_483_647
  const again = ((mixed ^ (mixed >> 13)) * 40_692) % 2_147_483_399
  return (again ^ (again >> 7)) % limit
}

import type { Tx } from '@oficina/kit/database.ts'

import { lockCounters, numberSource, takeNumbers } from '../../../../store/numbers/counter-store.ts'
import type { EmpresaId } from '../../../../store/tenant-database.ts'
import { takenTexts } from '../store/hire-store.ts'

/** What a hire is known by. */
export interface HireNumbers {
  readonly empleado: string
  readonly numero: string
  /** Of the contract. */
  readonly folio: string
}

const DIGITS = 5
// Numbers that somebody typed ahead of the counter are passed over, so many in a row at most.
const MAX_ROUNDS = 100

/**
 * Takes the numbers of so many hires, after every other lock. Numbers and folios that a record has already are passed
 * over; whoever else takes numbers of the company waits from here on.
 */
export async function takeHireNumbers(
  tx: Tx,
  empresa: EmpresaId,
  { count, year }: { readonly count: number; readonly year: string },
): Promise<readonly HireNumbers[]> {
  const folios = `folio:contrato_laboral:${year}`
  await lockCounters(tx, empresa)
  const wanted = new Map([
    ['empleado', count],
    [folios, count],
  ])
  const next = numberSource(await takeNumbers(tx, empresa, wanted))
  const take = (counter: string) => Array.from({ length: count }, () => next(counter))
  const folioOf = (number: number) => `CL-${year}-${padded(number)}`
  const [people, contracts] = await Promise.all([
    free(tx, empresa, { counter: 'empleado', numbers: take('empleado'), textOf: numeroOf }),
    free(tx, empresa, { counter: folios, numbers: take(folios), textOf: folioOf }),
  ])
  return people.map((empleado, index) => ({
    empleado: String(empleado),
    numero: numeroOf(empleado),
    folio: folioOf(contracts[index] ?? 0),
  }))
}

function numeroOf(number: number): string {
  return `E${padded(number)}`
}

function padded(number: number): string {
  return String(number).padStart(DIGITS, '0')
}

interface Wanted {
  readonly counter: string
  readonly numbers: readonly number[]
  readonly textOf: (number: number) => string
}

async function free(
  tx: Tx,
  empresa: EmpresaId,
  { counter, numbers, textOf }: Wanted,
): Promise<readonly number[]> {
  let found = numbers
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const texts = found.map(textOf)
    const taken = await takenTexts(tx, empresa, { numeros: texts, folios: texts })
    const kept = found.filter((number) => !taken.has(textOf(number)))
    const missing = numbers.length - kept.length
    if (missing === 0) return kept
    const more = numberSource(await takeNumbers(tx, empresa, new Map([[counter, missing]])))
    found = [...kept, ...Array.from({ length: missing }, () => more(counter))]
  }
  // What is still taken is refused by its unique key.
  return found
}

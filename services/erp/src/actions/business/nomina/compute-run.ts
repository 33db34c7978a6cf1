import type { ErrorEntry } from '../../../errors.ts'
import { compare, ZERO } from '../../../fiscal/decimal.ts'
import { NET_BELOW_ZERO, NOBODY_TO_PAY } from '../../../messages/payroll-runs.ts'
import type { EmpresaId } from '../../../store/tenant-database.ts'
import type { ActionContext } from '../action.ts'
import { fingerprint } from './decisions/fingerprint.ts'
import type { ReceiptFacts } from './decisions/receipt-facts.ts'
import { computeReceipt, type Receipt } from './decisions/receipt.ts'
import { factsOf, type PersonFacts, type RunFacts } from './decisions/run-facts.ts'
import { requireLaw } from './read-law.ts'
import { findConcepts } from './store/concept-store.ts'
import { findDebts } from './store/debt-store.ts'
import { findLeaves } from './store/leave-store.ts'
import { findPaid } from './store/paid-store.ts'
import type { ReceiptRow } from './store/receipt-store.ts'
import {
  findFixed,
  findIncidents,
  findPeople,
  type PersonRow,
  type RunRow,
} from './store/run-store.ts'

/** A person of a run, with what his receipt is computed from. */
interface PersonOfRun {
  readonly person: PersonRow
  readonly facts: ReceiptFacts
  /** Of the facts, the law and the company's concepts. */
  readonly huella: string
}

/** A receipt that is made, or made anew. */
export interface ComputedReceipt extends PersonOfRun {
  readonly receipt: Receipt
}

export interface ComputedRun {
  readonly around: RunFacts
  /** Everybody whom it pays. */
  readonly people: readonly PersonOfRun[]
  /** Those whose facts changed since their receipt was computed, or that had none. */
  readonly computed: readonly ComputedReceipt[]
}

/** What is told of a run at once. */
const MAX_PROBLEMS = 50

/**
 * Computes the receipts of a run whose facts are other ones than when they were computed.
 * @returns what is missing: nobody to pay, or wages of people
 * @throws ApiError CONFIGURATION_INCOMPLETE for tables of the law that do not reach the day of pay
 */
export async function computeRun(
  { tx, caller: { empresa } }: ActionContext,
  run: RunRow,
  known: readonly ReceiptRow[],
): Promise<ComputedRun | { readonly problems: readonly ErrorEntry[] }> {
  const law = await requireLaw(tx, run.fecha_pago)
  const concepts = await findConcepts(tx, empresa)
  const around = { run, law, concepts: new Map(concepts.map((concept) => [concept.id, concept])) }
  const everybody = await findPeople(tx, empresa, run)
  if (everybody.length === 0) {
    const message = NOBODY_TO_PAY({ run: run.folio })
    return { problems: [{ code: 'INVALID_STATE', field: 'periodo', message }] }
  }
  const lawPrint = fingerprint([law, concepts])
  const factsOfPeople = await loadPeople({ tx, empresa }, run, everybody)
  const problems: ErrorEntry[] = []
  const people = factsOfPeople.flatMap((own): readonly PersonOfRun[] => {
    const facts = factsOf(around, own)
    if (!facts.ok) {
      problems.push(...facts.error)
      return []
    }
    const huella = fingerprint([facts.value, lawPrint])
    return [{ person: own.person, facts: facts.value, huella }]
  })
  const before = new Map(known.map(({ empleado, huella }) => [empleado, huella]))
  const computed = people
    .filter(({ person, huella }) => before.get(person.id) !== huella)
    .map((own) => ({ ...own, receipt: computeReceipt(own.facts, law) }))
  for (const { person, receipt } of computed) {
    if (compare(receipt.totals.net, ZERO) >= 0) continue
    const message = NET_BELOW_ZERO({ person: `${person.numero} ${person.nombre}` })
    problems.push({ code: 'INVALID_STATE', message })
  }
  if (problems.length > 0) return { problems: problems.slice(0, MAX_PROBLEMS) }
  return { around, people, computed }
}

async function loadPeople(
  { tx, empresa }: { readonly tx: ActionContext['tx']; readonly empresa: EmpresaId },
  run: RunRow,
  everybody: readonly PersonRow[],
): Promise<readonly PersonFacts[]> {
  const people = everybody.map(({ id }) => id)
  const wanted = { people, fecha_inicio: run.fecha_inicio, fecha_fin: run.fecha_fin }
  const [incidents, fixed, leaves, debts, paid] = await Promise.all([
    findIncidents(tx, empresa, run),
    findFixed(tx, empresa, wanted),
    findLeaves(tx, empresa, wanted),
    findDebts(tx, empresa, wanted),
    findPaid(tx, empresa, { ...run, people }),
  ])
  const [ownIncidents, ownFixed] = [byPerson(incidents), byPerson(fixed)]
  const [ownLeaves, ownDebts] = [byPerson(leaves), byPerson(debts)]
  return everybody.map((person) => ({
    person,
    incidents: ownIncidents(person.id),
    fixed: ownFixed(person.id),
    leaves: ownLeaves(person.id),
    debts: ownDebts(person.id),
    paid: paid.get(person.id) ?? null,
  }))
}

function byPerson<Own extends { readonly empleado: string }>(rows: readonly Own[]) {
  const found = Map.groupBy(rows, ({ empleado }) => empleado)
  return (id: string): readonly Own[] => found.get(id) ?? []
}

import type { ErrorEntry } from '../../../errors.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { refuseMissingInputs } from '../missing-inputs.ts'
import { lateness, lawProblems, personProblems, termProblems } from './decisions/hire-problems.ts'
import { takeHireNumbers } from './effects/hire-numbers.ts'
import { writeHires } from './effects/write-hires.ts'
import { candidateOf, hireOf, questionsOf, type Candidate } from './hire-candidates.ts'
import { HIRE_INPUTS } from './hire-inputs.ts'
import { findDefaults, lockEmployees, lockPeople, type Defaults } from './store/hire-store.ts'
import { findLaw, type LawRow } from './store/law-store.ts'

/** The event that it emits. */
const HIRED = 'alta'

/**
 * Hires people: Empleado, contract, first salary with its base of contributions, and the movement for the IMSS.
 * @source docs/contract/erp.md, Business actions, "Planned actions"
 * @source docs/decisions/0245-erp-hiring.md
 */
export const altaDeEmpleado: RecordAction = {
  model: 'Asociado',
  name: 'alta_de_empleado',
  label: 'Alta de empleado',
  mode: 'grid_action',
  inputs: HIRE_INPUTS,
  emits: [HIRED],
  run: hire,
}

async function hire(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller } = context
  const { empresa } = caller
  await refuseMissingInputs(context, altaDeEmpleado)
  const people = await lockPeople(tx, empresa, ids)
  const employees = await lockEmployees(tx, empresa, [...people.keys()])
  const defaults = await findDefaults(tx, empresa)
  const refused = new Map<string, readonly ErrorEntry[]>()
  const candidates = ids.flatMap((id): readonly Candidate[] => {
    const found = { id, person: people.get(id), own: employees.get(id) ?? [], defaults }
    const candidate = candidateOf(context, found)
    if ('person' in candidate) return [candidate]
    refused.set(id, [candidate])
    return []
  })
  const laws = await findLaw(tx, empresa, candidates.flatMap(questionsOf))
  const fitting = candidates.flatMap((candidate) => {
    const law = laws.get(candidate.person.id)
    const problems = problemsOf(candidate, law)
    if (law !== undefined && problems.length === 0) return [{ candidate, law }]
    refused.set(candidate.person.id, problems)
    return []
  })
  await write(context, fitting, defaults)
  return { refused, warnings: warningsOf(context, fitting) }
}

function problemsOf({ person, terms }: Candidate, law: LawRow | undefined): readonly ErrorEntry[] {
  const own = [...personProblems(person, terms.fechaAlta), ...termProblems(terms)]
  return law === undefined ? own : [...own, ...lawProblems(terms, law)]
}

interface Fitting {
  readonly candidate: Candidate
  readonly law: LawRow
}

async function write(
  context: ActionContext,
  fitting: readonly Fitting[],
  defaults: Defaults,
): Promise<void> {
  if (fitting.length === 0) return
  const { tx, caller, moment, inputs } = context
  const details = { count: fitting.length, year: moment.today.slice(2, 4) }
  const taken = await takeHireNumbers(tx, caller.empresa, details)
  const hires = fitting.flatMap(({ candidate, law }, index) => {
    const numbers = taken[index]
    return numbers === undefined ? [] : [hireOf(inputs, candidate, { defaults, law, numbers })]
  })
  await writeHires(
    context,
    { model: altaDeEmpleado.model, name: altaDeEmpleado.name, event: HIRED },
    hires,
  )
}

function warningsOf(
  { moment }: ActionContext,
  fitting: readonly Fitting[],
): ActionOutcome['warnings'] {
  return new Map(
    fitting.flatMap(({ candidate: { person, terms } }) => {
      const remarks = lateness(terms.fechaAlta, moment.today)
      return remarks.length === 0 ? [] : [[person.id, remarks]]
    }),
  )
}

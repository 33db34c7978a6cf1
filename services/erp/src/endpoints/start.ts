import type { Exchange } from '../http/context.ts'
import { sendData } from '../http/envelope.ts'
import { mayDo } from '../identity/rights.ts'
import { MOST_COUNTED, startSql, type StartRow } from '../store/start-store.ts'
import { readAs } from '../store/tenant-database.ts'
import { ROWS, success } from './answers.ts'
import { endpoint } from './endpoint.ts'
import { modelNamed } from './reports/report.ts'
import { lawStep } from './start-law.ts'
import { START_STEPS, type StartStep } from './start-steps.ts'

/**
 * What a company does in its first hour, for who may do it: what each step needs, where it is done, and whether it is.
 * It follows from the company's own records, so that it can be left and taken up again by anybody.
 * @source docs/decisions/0281-erp-first-hour.md
 */
export const start = endpoint({
  method: 'GET',
  path: '/api/v1/start',
  auth: 'bearer',
  tag: 'session',
  summary: 'What a company does in its first hour, and how far it is',
  answers: {
    200: success(ROWS, {
      type: 'object',
      required: ['done', 'total', 'counted'],
      properties: {
        done: { type: 'integer', description: 'Steps that are done.' },
        total: { type: 'integer' },
        counted: { type: 'integer', description: 'How far records are counted.' },
      },
    }),
  },
  failures: [],
  handle: async (exchange) => {
    const { tools, reply, caller } = exchange
    const steps = START_STEPS.filter((step) => mayTake(exchange, step))
    const now = new Date(tools.now())
    const [row] =
      steps.length === 0
        ? []
        : await readAs<StartRow>(tools.database, caller.empresa, startSql(caller.empresa, now))
    const law = await lawStep(exchange)
    const rows = [
      ...(row === undefined ? [] : steps.map((step) => stepJson(exchange, step, row))),
      ...(law === null ? [] : [law]),
    ]
    reply.header('cache-control', 'private, no-cache')
    return sendData(reply, rows, {
      done: rows.filter(({ done }) => done).length,
      total: rows.length,
      counted: MOST_COUNTED,
    })
  },
})

function mayTake({ tools, caller }: Exchange, { right }: StartStep): boolean {
  return mayDo(caller.rights, modelNamed(tools.registry, right.model), right.right)
}

function stepJson({ caller }: Exchange, step: StartStep, row: StartRow) {
  const { name, label, help, opens, or, isOptional, note } = step
  return {
    name,
    label,
    help,
    done: row[name] > 0,
    count: row[name],
    optional: isOptional === true,
    note: note?.(row) ?? null,
    opens: placeOf(opens, String(caller.empresa), row),
    or: or === undefined ? null : placeOf(or, String(caller.empresa), row),
  }
}

type Place =
  | { readonly page: string }
  | { readonly model: string; readonly at: 'list' | 'new' | 'import'; readonly action?: string }
  | { readonly model: string; readonly id: number; readonly action?: string }

/** The company's own record is the one with its id. */
function placeOf(opens: StartStep['opens'], empresa: string, row: StartRow): Place {
  if ('page' in opens) return opens
  if ('record' in opens) {
    const { model, record, action } = opens
    const id = row[record]
    return id === null ? { model, at: 'list' } : { model, id: Number(id), action }
  }
  if (!('at' in opens)) return { model: 'Empresa', id: Number(empresa), action: opens.action }
  const { model, at, action } = opens
  if (at === 'own') return { model, id: Number(empresa) }
  return action === undefined ? { model, at } : { model, at, action }
}

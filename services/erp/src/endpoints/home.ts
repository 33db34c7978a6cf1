import { viewOf, type Exchange } from '../http/context.ts'
import { sendData } from '../http/envelope.ts'
import { mexicanDay } from '../identity/mexican-day.ts'
import { mayDo } from '../identity/rights.ts'
import { deedsSql, type DeedRow } from '../store/people/deed-store.ts'
import { personSql, type PersonRow } from '../store/person-store.ts'
import { readAs } from '../store/tenant-database.ts'
import { ROWS, success } from './answers.ts'
import { endpoint } from './endpoint.ts'
import { HOME_CARDS, type CardRight, type HomeCard, type HomeDay } from './home-cards.ts'
import { deedsOf } from './home-deeds.ts'
import { WAITING_CARDS } from './home-waiting.ts'
import { modelNamed } from './reports/report.ts'

/**
 * What the first page of a console shows this person: how to ask for each figure, and where it leads.
 * @source docs/decisions/0268-erp-home.md
 */
export const home = endpoint({
  method: 'GET',
  path: '/api/v1/home',
  auth: 'bearer',
  tag: 'session',
  summary: 'What the first page shows: figures, how to ask for each, and where it leads',
  answers: { 200: success(ROWS) },
  failures: [],
  handle: async (exchange) => {
    const { tools, reply, caller } = exchange
    const [person] = await readAs<PersonRow>(tools.database, caller.empresa, personSql(caller))
    if (person === undefined) throw new Error('the session has no user')
    const today = mexicanDay(tools.now())
    const day = {
      today,
      monthStart: `${today.slice(0, 8)}01`,
      weekEnd: new Date(Date.parse(today) + WEEK_MS).toISOString().slice(0, 10),
      currency: person.moneda_id,
    }
    const cards = [...WAITING_CARDS, ...HOME_CARDS].filter((card) => maySee(exchange, card))
    const done = await readAs<DeedRow>(tools.database, caller.empresa, deedsSql(caller))
    const { registry, actions } = tools
    const deeds = deedsOf(done, { registry, actions, rights: caller.rights, cards, day })
    reply.header('cache-control', 'private, no-cache')
    return sendData(
      reply,
      cards.map((card) => cardJson(card, day)),
      { hoy: today, moneda: person.moneda, deeds },
    )
  },
})

const WEEK_MS = 7 * 24 * 60 * 60_000

function maySee(exchange: Exchange, { rights }: HomeCard): boolean {
  if (rights === 'administrator') return exchange.caller.rights.isAdministrator
  return rights.every((needed) => holds(exchange, needed))
}

/** A field that is hidden or masked makes no sums. */
function holds(exchange: Exchange, { model: name, right, fields = [], sees }: CardRight): boolean {
  const model = modelNamed(exchange.tools.registry, name)
  if (!mayDo(exchange.caller.rights, model, right)) return false
  if (sees === 'whole' && !viewOf(exchange).seesWhole(model)) return false
  const hidden = viewOf(exchange).hiddenOf(model)
  return fields.every((field) => !hidden.includes(field))
}

function cardJson(card: HomeCard, day: HomeDay) {
  const { name, label, empty, show, value, category, rowOpens, tone } = card
  return {
    name,
    label,
    empty,
    show,
    waits: card.waits ?? false,
    path: card.path(day),
    value: { currency: null, minus: null, ...value },
    category: category === undefined ? null : { detail: [], ...category },
    opens: card.opens(day),
    row_opens: rowOpens ?? null,
    late_before: card.lateBefore?.(day) ?? null,
    span: card.span?.(day) ?? null,
    tone: tone ?? null,
  }
}

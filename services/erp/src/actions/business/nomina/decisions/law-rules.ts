import { fail, ok } from '@oficina/kit/result.ts'

import { decimal, ZERO } from '../../../../fiscal/decimal.ts'
import type { ExemptionRow, IntegrationRow, LawRows, Valid } from '../store/law-rows.ts'
import type { Found } from './law-found.ts'
import type { ExemptionRule, ExemptionUnit, IntegrationRule, LawTables } from './law-tables.ts'

/** The units of a limit, by their key in the catalog. */
export const EXEMPTION_UNITS: ReadonlyMap<string, ExemptionUnit> = new Map([
  ['TODO', 'WHOLE'],
  ['PARTE', 'SHARE'],
  ['UMA_ANIO', 'UMA_YEAR'],
  ['UMA_SEMANA', 'UMA_WEEK'],
  ['UMA_VEZ', 'UMA_TIME'],
  ['UMA_DIA', 'UMA_DAY'],
  ['UMA_SERV', 'UMA_SERVICE'],
  ['UMA_PREV', 'UMA_WELFARE'],
])

/** The rules of exemption in force on a day; one of a unit that nobody knows is as good as none. */
export function exemptionsOn({ exemptions }: LawRows, day: string): Found<LawTables['exemptions']> {
  const inForce = latestOf(exemptions, day, ({ tipo, unidad }) => `${tipo} ${unidad}`)
  const unread = inForce.filter((row) => exemptionOf(row) === null)
  if (inForce.length === 0 || unread.length > 0) {
    const keys = unread.map(({ tipo, unidad }) => `${tipo} ${unidad}`)
    return fail({ model: 'ReglaExencionPercepcion', keys, since: day })
  }
  const rules = Map.groupBy(inForce, ({ tipo }) => tipo)
  return ok(
    new Map(
      [...rules].map(([kind, rows]) => [
        kind,
        rows.map(exemptionOf).filter((rule) => rule !== null),
      ]),
    ),
  )
}

function exemptionOf({ fundamento, tipo, tope, unidad }: ExemptionRow): ExemptionRule | null {
  const unit = EXEMPTION_UNITS.get(unidad)
  if (unit === undefined || (tope === null && unit !== 'WHOLE')) return null
  const limit = tope === null ? ZERO : decimal(tope)
  return { unit, limit, law: fundamento ?? `ReglaExencionPercepcion ${tipo} ${unidad}` }
}

/** The rules of integration in force on a day. */
export function integrationsOn(
  { integrations }: LawRows,
  day: string,
): Found<LawTables['integrations']> {
  const inForce = latestOf(integrations, day, ({ tipo }) => tipo)
  const unread = inForce.filter((row) => integrationOf(row) === null)
  if (inForce.length === 0 || unread.length > 0) {
    const keys = unread.map(({ tipo }) => tipo)
    return fail({ model: 'ReglaIntegracionPercepcion', keys, since: day })
  }
  const rules = inForce.flatMap((row): (readonly [string, IntegrationRule])[] => {
    const rule = integrationOf(row)
    return rule === null ? [] : [[row.tipo, rule]]
  })
  return ok(new Map(rules))
}

function integrationOf(row: IntegrationRow): IntegrationRule | null {
  const { fundamento, integra, tipo, tope, unidad } = row
  const law = fundamento ?? `ReglaIntegracionPercepcion ${tipo}`
  if (integra !== true) return integra === null ? null : { integrates: false, excluded: null, law }
  if (tope === null) return { integrates: true, excluded: null, law }
  if (unidad !== 'SBC' && unidad !== 'UMA') return null
  return { integrates: true, excluded: { unit: unidad, share: decimal(tope) }, law }
}

/** Of the rows in force on a day, the one that began last of each key; the rows ascend by the day on which they begin. */
function latestOf<T extends Valid>(
  rows: readonly T[],
  day: string,
  keyOf: (row: T) => string,
): readonly T[] {
  const inForce = rows.filter(
    ({ desde, hasta }) => (desde === null || desde <= day) && (hasta === null || hasta >= day),
  )
  return [...new Map(inForce.map((row) => [keyOf(row), row])).values()]
}

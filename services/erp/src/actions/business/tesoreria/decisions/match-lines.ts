import { cents, sumOf } from '../../cents.ts'
import type { PositionItem } from '../store/position-store.ts'
import type { FreeRow, ReconciliationRuleRow } from '../store/reconciliation-store.ts'

/** A line of the bank, or a movement of the books. */
export interface Matchable {
  readonly id: string
  readonly fecha: string
  readonly descripcion: string
  readonly referencia: string | null
  readonly claveRastreo: string | null
  /** In cents: above zero what came in. */
  readonly importe: bigint
}

/** What makes a line and a movement the same, besides side and amount. */
export interface MatchRule {
  readonly nombre: string
  readonly campo: 'importe' | 'referencia' | 'fecha' | 'rastreo'
  /** How many days apart at the most. */
  readonly dias: number
  /** In cents. Above zero the rule only proposes: a difference would have to be booked. */
  readonly tolerancia: bigint
  /** The text that the description of the line has; null: any. */
  readonly patron: string | null
}

interface Match {
  readonly renglones: readonly Matchable[]
  readonly movimientos: readonly Matchable[]
  readonly regla: string
}

/** How a company that has no rules of its own reconciles. */
const DEFAULT_RULES: readonly MatchRule[] = (
  [
    ['rastreo', 10],
    ['referencia', 10],
    ['importe', 3],
  ] as const
).map(([campo, dias]) => ({ nombre: campo, campo, dias, tolerancia: 0n, patron: null }))

/** Those that pair lines with movements; a company without any has the usual ones. */
export function matchRules(rows: readonly ReconciliationRuleRow[]): readonly MatchRule[] {
  const own = rows.filter(({ crea_movimiento: makes }) => !makes)
  if (own.length === 0) return DEFAULT_RULES
  return own.map(
    ({ nombre, campo, tolerancia_dias: days, tolerancia_importe: amount, patron }) => ({
      nombre,
      campo,
      dias: days ?? DEFAULT_RULES.find((rule) => rule.campo === campo)?.dias ?? 0,
      tolerancia: cents(amount ?? '0'),
      patron,
    }),
  )
}

export function matchable(row: FreeRow | PositionItem): Matchable {
  return {
    id: row.id,
    fecha: row.fecha,
    descripcion: row.descripcion ?? '',
    referencia: row.referencia,
    claveRastreo: row.clave_rastreo,
    importe: cents(row.importe),
  }
}

/**
 * The matches that are certain. Rule by rule, a line and a movement belong together if neither fits any other; and what
 * has one reference, if the lines add up to the movements and one of the two sides is single. The order in which lines
 * and movements come makes no difference.
 * @source docs/decisions/0256-erp-bank-reconciliation.md
 */
export function matchLines(
  rules: readonly MatchRule[],
  lines: readonly Matchable[],
  movements: readonly Matchable[],
): readonly Match[] {
  const matches: Match[] = []
  let free = { lines, movements }
  for (const rule of rules) {
    if (rule.tolerancia > 0n) continue
    for (const find of [pairs, sums]) {
      const made = find(rule, free.lines, free.movements)
      matches.push(...made)
      free = without(free, made)
    }
  }
  return matches
}

interface Free {
  readonly lines: readonly Matchable[]
  readonly movements: readonly Matchable[]
}

function without(free: Free, matches: readonly Match[]): Free {
  const lines = new Set(matches.flatMap(({ renglones }) => renglones))
  const movements = new Set(matches.flatMap(({ movimientos }) => movimientos))
  return {
    lines: free.lines.filter((line) => !lines.has(line)),
    movements: free.movements.filter((movement) => !movements.has(movement)),
  }
}

function pairs(
  rule: MatchRule,
  lines: readonly Matchable[],
  movements: readonly Matchable[],
): readonly Match[] {
  const byAmount = Map.groupBy(movements, ({ importe }) => importe)
  const fitting = new Map<Matchable, readonly Matchable[]>()
  const wanted = new Map<Matchable, number>()
  for (const line of lines) {
    const candidates = (byAmount.get(line.importe) ?? []).filter((movement) =>
      fits(rule, line, movement),
    )
    fitting.set(line, candidates)
    for (const candidate of candidates) wanted.set(candidate, (wanted.get(candidate) ?? 0) + 1)
  }
  return [...fitting].flatMap(([line, [movement, ...others]]) =>
    movement === undefined || others.length > 0 || wanted.get(movement) !== 1
      ? []
      : [{ renglones: [line], movimientos: [movement], regla: rule.nombre }],
  )
}

/** One line for several movements, or several lines for one, that have the same reference. */
function sums(
  rule: MatchRule,
  lines: readonly Matchable[],
  movements: readonly Matchable[],
): readonly Match[] {
  if (rule.campo !== 'referencia' && rule.campo !== 'rastreo') return []
  const keyOf = (movement: Matchable) => {
    const key = plain(rule.campo === 'rastreo' ? movement.claveRastreo : movement.referencia)
    return key === '' ? '' : `${movement.importe > 0n ? '+' : '-'}${key}`
  }
  const named = Map.groupBy(movements, keyOf)
  return [...Map.groupBy(lines, keyOf)].flatMap(([key, some]) => {
    const others = named.get(key) ?? []
    const isSingle = (some.length === 1) !== (others.length === 1)
    if (key === '' || !isSingle || others.length === 0 || total(some) !== total(others)) return []
    const areNear = some.every((line) =>
      others.every(
        (movement) => hasPattern(rule, line) && daysBetween(line, movement) <= rule.dias,
      ),
    )
    return areNear ? [{ renglones: some, movimientos: others, regla: rule.nombre }] : []
  })
}

function total(some: readonly Matchable[]): bigint {
  return sumOf(some.map(({ importe }) => importe))
}

function fits(rule: MatchRule, line: Matchable, movement: Matchable): boolean {
  if (!hasPattern(rule, line) || daysBetween(line, movement) > rule.dias) return false
  const tracked = plain(movement.claveRastreo)
  const key = rule.campo === 'rastreo' ? tracked : plain(movement.referencia)
  switch (rule.campo) {
    case 'rastreo':
    case 'referencia':
      return key !== '' && namesOf(line, rule.campo).includes(key)
    case 'importe':
    case 'fecha': {
      // Two transfers with different keys are never the same.
      const own = plain(line.claveRastreo)
      return own === '' || tracked === '' || own === tracked
    }
  }
}

// A shorter word of a description says nothing.
const MIN_WORD = 6

/** What a line may call the movement. */
function namesOf(line: Matchable, campo: 'rastreo' | 'referencia'): readonly string[] {
  const named = [line.referencia, line.claveRastreo].map(plain)
  if (campo === 'referencia') return named
  const words = line.descripcion.split(/[^\dA-Za-z]+/).filter(({ length }) => length >= MIN_WORD)
  return [...named, ...words.map(plain)]
}

/** A reference without what people and banks write differently: case, separators, zeros in front. */
function plain(text: string | null): string {
  return (text ?? '')
    .replaceAll(/[^\dA-Za-z]/g, '')
    .replace(/^0+/, '')
    .toUpperCase()
}

function hasPattern({ patron }: MatchRule, { descripcion }: Matchable): boolean {
  return patron === null || descripcion.toUpperCase().includes(patron.trim().toUpperCase())
}

const DAY_MS = 86_400_000

function daysBetween(first: Matchable, second: Matchable): number {
  return Math.abs(Date.parse(first.fecha) - Date.parse(second.fecha)) / DAY_MS
}

// Further apart, or more of them, help nobody.
const PROPOSED_DAYS = 15
const MAX_PROPOSED = 5

/** What a line that is left could be: movements of its side and about its amount, the nearest in front, by id. */
export function proposals(
  rules: readonly MatchRule[],
  line: Matchable,
  movements: readonly Matchable[],
): readonly string[] {
  const tolerance = rules.reduce(
    (most, rule) => (rule.tolerancia > most ? rule.tolerancia : most),
    0n,
  )
  const apart = (movement: Matchable) => {
    const difference = movement.importe - line.importe
    return difference < 0n ? -difference : difference
  }
  const isSide = (movement: Matchable) => movement.importe > 0n === line.importe > 0n
  return movements
    .filter(
      (movement) =>
        isSide(movement) &&
        apart(movement) <= tolerance &&
        daysBetween(line, movement) <= PROPOSED_DAYS,
    )
    .toSorted(
      (a, b) =>
        Number(apart(a) - apart(b)) ||
        daysBetween(line, a) - daysBetween(line, b) ||
        Number(a.id) - Number(b.id),
    )
    .slice(0, MAX_PROPOSED)
    .map(({ id }) => id)
}

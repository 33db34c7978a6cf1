import { fail, ok, type Result } from '@oficina/kit/result.ts'

import {
  CONDITION_HAS_AMOUNT,
  CONDITION_HAS_IDS,
  CONDITION_IS_OBJECT,
  CONDITION_KNOWS_NOT,
} from '../../messages/conditions.ts'
import type { Message } from '../../messages/message.ts'
import { cents } from './cents.ts'

/** What a condition may check of a document. */
export interface ConditionSubject {
  /** Ids by field. */
  readonly dimensiones: Readonly<Record<string, number | null>>
  /** In the company's currency. */
  readonly total: bigint
}

const AMOUNT = /^\d{1,16}(\.\d{1,2})?$/

/**
 * Whether a rule's condition holds: `{"departamento": 3, "proveedor": [5, 8], "total_minimo": "1000.00"}`; every part
 * must hold. An absent condition always holds. One that cannot be read is an error, since skipping it could skip an
 * approval.
 * @source docs/decisions/0242-erp-entries.md
 */
export function matchesCondition(
  text: string | null,
  subject: ConditionSubject,
): Result<boolean, Message> {
  if (text === null) return ok(true)
  const condition: unknown = JSON.parse(text)
  if (condition === null) return ok(true)
  if (typeof condition !== 'object' || Array.isArray(condition)) return fail(CONDITION_IS_OBJECT())
  for (const [name, wanted] of Object.entries(condition)) {
    const part = matchesPart(name, wanted, subject)
    if (!part.ok || !part.value) return part
  }
  return ok(true)
}

function matchesPart(
  name: string,
  wanted: unknown,
  { dimensiones, total }: ConditionSubject,
): Result<boolean, Message> {
  if (name === 'total_minimo' || name === 'total_maximo') {
    const text = typeof wanted === 'number' ? String(wanted) : wanted
    if (typeof text !== 'string' || !AMOUNT.test(text))
      return fail(CONDITION_HAS_AMOUNT({ part: name }))
    return ok(name === 'total_minimo' ? total >= cents(text) : total <= cents(text))
  }
  if (!Object.hasOwn(dimensiones, name)) return fail(CONDITION_KNOWS_NOT({ part: name }))
  const ids: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted]
  if (!ids.every((id) => Number.isInteger(id))) return fail(CONDITION_HAS_IDS({ part: name }))
  return ok(ids.includes(dimensiones[name] ?? null))
}

import { decimal } from '../../../../fiscal/decimal.ts'
import type { DebtRow } from '../store/debt-store.ts'
import { least, money } from './amounts.ts'
import type { Alimony, HousingCredit, PersonDebts } from './receipt-facts.ts'

const HOUSING: Readonly<Record<string, HousingCredit['kind']>> = {
  1: 'percent',
  2: 'fixed',
  3: 'factor',
}

const ALIMONY: Readonly<Record<string, Alimony['mode']>> = {
  porcentaje_bruto: 'gross',
  porcentaje_neto: 'net',
  importe_fijo: 'fixed',
  salarios_minimos: 'minimumWages',
  uma: 'uma',
}

/** What a person's pay is cut by, besides what the law withholds. */
export function debtsOf(debts: readonly DebtRow[]): PersonDebts {
  const own = (clase: DebtRow['clase']) => debts.filter((debt) => debt.clase === clase)
  return {
    housing: own('infonavit').map(({ folio, modo, valor, asegurado }) => ({
      number: folio,
      kind: HOUSING[modo ?? ''] ?? 'fixed',
      value: decimal(valor),
      isInsured: asegurado,
    })),
    fonacot: own('fonacot').map(({ folio, valor, saldo }) => ({
      number: folio,
      monthly: saldo === null ? decimal(valor) : least(decimal(valor), decimal(saldo)),
    })),
    alimonies: own('pension').map(({ folio, modo, valor }) => ({
      order: folio,
      mode: ALIMONY[modo ?? ''] ?? 'fixed',
      value: decimal(valor),
    })),
    union: null,
    others: [],
    loans: own('prestamo').map(({ folio, valor, saldo }) => ({
      folio,
      kind: OTHER_DEDUCTION,
      amount: money(least(decimal(valor), decimal(saldo ?? valor))),
    })),
  }
}

/** Key of `TipoDeduccion`. */
const OTHER_DEDUCTION = '004'

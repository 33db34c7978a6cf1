import { setTimeout as delay } from 'node:timers/promises'

import { allOf, type ErpCaller, type ErpThings } from './erp-api.ts'
import { Ledger } from './ledger.ts'
import type { Load } from './load.ts'

export interface ErpLoadOptions {
  readonly caller: ErpCaller
  readonly things: ErpThings
  /** In every purchase of this load, and in no other. */
  readonly mark: string
  readonly buyers: number
  readonly paceMs: number
}

interface Bought {
  readonly id: number
  readonly mark: string
  readonly total: string
}

// Pieces of 25.00 with 4.00 of tax.
const PRICE_CENTS = 2_500
const TAX_CENTS = 400
const MAX_PIECES = 9

/**
 * Buyers: each enters a purchase with its lines, authorizes it, and lists what there is. Repeating a request with its
 * `Idempotency-Key` does nothing more, so that in the end each purchase must be there once, authorized, with its entry.
 */
export function startErpLoad({ caller, things, mark, buyers, paceMs }: ErpLoadOptions): Load {
  const ledger = new Ledger()
  const bought: Bought[] = []
  const asked = new Set<string>()
  const state = { isOver: false }
  const buy = async (own: string, pieces: number) => {
    asked.add(own)
    const { status, json } = await caller.post(
      '/Compra',
      purchase(things, own, pieces),
      own,
      ledger,
    )
    const total = money(pieces * (PRICE_CENTS + TAX_CENTS))
    if (status === 0) return
    if (status !== 201 || money(Math.round(Number(json.data.total) * 100)) !== total) {
      return ledger.note('wrong', `create ${own}: ${status} ${JSON.stringify(json)}`)
    }
    const id = Number(json.data.id)
    const done = await caller.post(
      `/Compra/${id}/actions/autorizar_compra`,
      {},
      `${own}authorize`,
      ledger,
    )
    if (done.status === 0) return
    if (done.status !== 200 || done.json.data.record.estado !== 'autorizada') {
      return ledger.note('wrong', `authorize ${own}: ${done.status} ${JSON.stringify(done.json)}`)
    }
    bought.push({ id, mark: own, total })
    // What was answered is there for the next request, whichever process takes it.
    const list = await caller.get(`/Compra?id=${id}&fields=id,estado,observaciones,total`, ledger)
    if (list.status === 0) return
    const [row] = list.json.data ?? []
    if (row === undefined) ledger.note('lost', `purchase ${id} is not listed right after`)
    else if (row.observaciones !== own || row.estado !== 'autorizada') {
      ledger.note('wrong', `listed ${JSON.stringify(row)}, not ${own}`)
    }
  }
  const clients = Array.from({ length: buyers }, async (_, buyer) => {
    for (let number = 1; !state.isOver; number += 1) {
      await buy(`${mark}.${buyer}.${number}.`, 1 + ((buyer + number) % MAX_PIECES))
      if (paceMs > 0) await delay(paceMs)
    }
  })
  return {
    service: 'erp',
    ledger,
    stop: async () => {
      state.isOver = true
      await Promise.all(clients)
    },
    check: async () => {
      const fields = 'fields=id,estado,observaciones,total'
      const rows = await allOf(caller, `/Compra?observaciones__like=${mark}.&${fields}`, ledger)
      checkPurchases(rows, bought, asked, ledger)
      await checkEntries(caller, bought, ledger)
    },
  }
}

function purchase(
  { proveedor, moneda, condicion, unidad }: ErpThings,
  mark: string,
  pieces: number,
) {
  return {
    proveedor,
    moneda,
    condicion_pago: condicion,
    observaciones: mark,
    partidas: [
      {
        descripcion: 'Varilla',
        cantidad: String(pieces),
        unidad,
        precio: money(PRICE_CENTS),
        impuestos: money(pieces * TAX_CENTS),
      },
    ],
  }
}

function checkPurchases(
  rows: readonly any[],
  bought: readonly Bought[],
  asked: ReadonlySet<string>,
  ledger: Ledger,
): void {
  const found = new Map<string, any>()
  for (const row of rows) {
    if (found.has(row.observaciones)) ledger.note('doubled', `purchase ${row.observaciones}`)
    if (!asked.has(row.observaciones)) ledger.note('wrong', `nobody bought ${row.observaciones}`)
    found.set(row.observaciones, row)
  }
  for (const { id, mark, total } of bought) {
    const row = found.get(mark)
    if (row === undefined) ledger.note('lost', `purchase ${mark}`)
    else if (row.id !== id || row.estado !== 'autorizada' || cents(row.total) !== cents(total)) {
      ledger.note('wrong', `purchase ${mark} is ${JSON.stringify(row)}`)
    }
  }
}

const AT_ONCE = 50

/** Each authorized purchase has one entry of its total, and its debits are its credits. */
async function checkEntries(
  caller: ErpCaller,
  bought: readonly Bought[],
  ledger: Ledger,
): Promise<void> {
  for (let from = 0; from < bought.length; from += AT_ONCE) {
    const some = bought.slice(from, from + AT_ONCE)
    const ids = some.map(({ id }) => id).join(',')
    const fields = 'fields=id,registro,total_cargo,total_abono,estado'
    const entries = await allOf(
      caller,
      `/Poliza?origen=compras&registro__in=${ids}&${fields}`,
      ledger,
    )
    for (const { id, total } of some) {
      const own = entries.filter(({ registro }) => Number(registro) === id)
      if (own.length === 0) ledger.note('lost', `entry of purchase ${id}`)
      if (own.length > 1) ledger.note('doubled', `entry of purchase ${id}`)
      for (const { total_cargo: debit, total_abono: credit } of own) {
        if (cents(debit) !== cents(total) || cents(credit) !== cents(total)) {
          ledger.note('wrong', `entry of purchase ${id}: ${debit} and ${credit}, not ${total}`)
        }
      }
    }
  }
}

function money(amount: number): string {
  return (amount / 100).toFixed(2)
}

function cents(amount: unknown): number {
  return Math.round(Number(amount) * 100)
}

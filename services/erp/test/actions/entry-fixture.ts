import assert from 'node:assert/strict'

import { sql } from '@oficina/kit/sql.ts'
import type { HttpClient } from '@oficina/testkit/http-client.ts'
import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import type { ErpTest } from '../erp-service.ts'
import { API } from './purchase-fixture.ts'

/** What a test says of a line; the rest is filled in. */
export interface Line {
  readonly cuenta_contable?: number
  readonly cargo?: string
  readonly abono?: string
  readonly [field: string]: unknown
}

/** A company's books, written by hand. */
export interface Books {
  /** Accounts that take whatever is booked on them. */
  readonly cash: number
  readonly sales: number
  readonly peso: number
  readonly dollar: number
  create(model: string, body: object): Promise<number>
  account(clave: string, more?: object): Promise<number>
  /** A draft of an entry in March with these lines. */
  draft(lines: readonly Line[], head?: object): Promise<number>
  /** A draft of two lines that balances. */
  simple(amount: string, head?: object): Promise<number>
  act(action: string, ids: readonly number[], inputs?: object): Promise<TestAnswer>
  actOn(action: string, id: number, inputs?: object): Promise<TestAnswer>
  /** The period of a month of the first year. */
  period(month: number): Promise<number>
  read(id: number): Promise<Record<string, unknown>>
}

/** Closes the months of the first year before one: periods are closed in order. */
export async function closeBefore(client: HttpClient, month: number): Promise<void> {
  const path = `${API}/PeriodoContable?ejercicio=1&per_page=50&sort=numero`
  const periods: readonly { id: number; numero: number; estado: string }[] = (
    await client.get(path)
  ).json.data
  const ids = periods
    .filter(({ numero, estado }) => numero < month && estado !== 'cerrado')
    .map(({ id }) => id)
  if (ids.length === 0) return
  const answer = await client.post(`${API}/PeriodoContable/actions/cerrar_periodo`, { ids })
  assert.equal(answer.json.meta.succeeded, ids.length, answer.text)
}

export async function books(erp: ErpTest, client: HttpClient): Promise<Books> {
  const create = async (model: string, body: object): Promise<number> => {
    const answer = await client.post(`${API}/${model}`, body)
    assert.equal(answer.status, 201, `${model}: ${answer.text}`)
    return answer.json.data.id
  }
  const currency = async (clave: string): Promise<number> => {
    const [row] = await erp.owner.query<{ id: number }>(
      sql`select id from public.moneda where clave = ${clave}`,
    )
    assert.ok(row, clave)
    return row.id
  }
  const [nature] = await erp.owner.query<{ id: number }>(
    sql`select id from public.naturaleza_cuenta where clave = 'D'`,
  )
  const account = (clave: string, more: object = {}) =>
    create('CuentaContable', {
      clave,
      nombre: clave,
      nivel: 1,
      naturaleza: nature?.id,
      tipo: 'activo',
      acepta_movimientos: true,
      activo: true,
      ...more,
    })
  const [cash, sales] = [await account('PRUEBA-1'), await account('PRUEBA-2')]
  const peso = await currency('MXN')
  const period = async (month: number): Promise<number> =>
    (await client.get(`${API}/PeriodoContable?ejercicio=1&numero=${month}`)).json.data[0].id
  const march = await period(3)
  const draft: Books['draft'] = async (lines, head = {}) => {
    const poliza = await create('Poliza', {
      fecha: '2026-03-02',
      tipo: 1,
      periodo: march,
      concepto: 'A mano',
      ...head,
    })
    for (const [index, line] of lines.entries()) {
      await create('PolizaPartida', {
        poliza,
        partida: index + 1,
        cuenta_contable: cash,
        moneda: peso,
        ...line,
      })
    }
    return poliza
  }
  return {
    cash,
    sales,
    peso,
    dollar: await currency('USD'),
    create,
    account,
    draft,
    simple: (amount, head) =>
      draft([{ cargo: amount }, { cuenta_contable: sales, abono: amount }], head),
    act: (action, ids, inputs = {}) =>
      client.post(`${API}/Poliza/actions/${action}`, { ids, ...inputs }),
    actOn: (action, id, inputs = {}) =>
      client.post(`${API}/Poliza/${id}/actions/${action}`, inputs),
    period,
    read: async (id) => (await client.get(`${API}/Poliza/${id}`)).json.data,
  }
}

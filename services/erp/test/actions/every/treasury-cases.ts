import assert from 'node:assert/strict'

import { API } from '../purchase-fixture.ts'
import { ofx1, type BankLine } from '../treasury/treasury-fixture.ts'
import { on, type Call, type Cases } from './case.ts'
import { DAY, type World } from './world.ts'

const LINE: BankLine = { dia: '02', importe: '-40.00', texto: 'COMISION MANEJO', id: 'a' }

interface Account {
  readonly id: number
  readonly clave: string
}

/** An account of its own, which began with nothing. */
async function account(world: World): Promise<Account> {
  const [bank] = await world.list(`CuentaBancaria?id=${world.banco}&lean=true`)
  assert.ok(bank)
  const clave = `CON${world.next()}`
  const { banco, tipo, moneda, cuenta_contable } = bank
  const own = { clave, nombre: clave, numero_cuenta: `00${clave}`, activo: true }
  const id = await world.create('CuentaBancaria', { banco, tipo, moneda, cuenta_contable, ...own })
  return { id, clave }
}

/** A statement of one line, and the file that says so. */
async function statement(
  world: World,
  { id, clave }: Account,
): Promise<{ readonly estado: number; readonly adjunto: number }> {
  const estado = await world.create('EstadoCuentaBancario', {
    folio: `EC-${clave}`,
    cuenta_bancaria: id,
    fecha_inicio: '2026-03-01',
    fecha_fin: '2026-03-10',
    saldo_inicial: '0.00',
    saldo_final: LINE.importe,
  })
  const form = new FormData()
  form.set('archivo', ofx1(`00${clave}`, [LINE]))
  const path = `${API}/EstadoCuentaBancario/${estado}/adjuntos`
  const sent = await world.on.erp.admin.post(path, form)
  assert.equal(sent.status, 201, sent.text)
  return { estado, adjunto: sent.json.data.id }
}

interface Reconciling {
  readonly id: number
  readonly renglon: number
  readonly movimiento: number | null
}

/** A reconciliation of a statement that is imported, with what explains its line if asked for. */
async function reconciling(
  world: World,
  movement: 'with its movement' | 'without a movement',
): Promise<Reconciling> {
  const own = await account(world)
  const { estado, adjunto } = await statement(world, own)
  const path = `${API}/EstadoCuentaBancario/${estado}/actions/importar_estado_cuenta`
  const imported = await world.on.erp.admin.post(path, { adjunto })
  assert.equal(imported.status, 200, imported.text)
  const movimiento = movement === 'with its movement' ? await entered(world, own) : null
  const periodo = await world.one('PeriodoContable?fecha_inicio=2026-03-01')
  const id = await world.create('ConciliacionBancaria', {
    folio: `CB-${own.clave}`,
    cuenta_bancaria: own.id,
    periodo,
    fecha: '2026-03-10',
  })
  const renglon = await world.one(`EstadoCuentaBancarioRenglon?estado_cuenta=${estado}`)
  return { id, renglon, movimiento }
}

/** A movement that somebody enters, with the entry that says the same. */
async function entered(world: World, { id }: Account): Promise<number> {
  const [bank] = await world.list(`CuentaBancaria?id=${id}&lean=true`)
  const { ledger } = world
  const credit = { cuenta_contable: Number(bank?.['cuenta_contable']), abono: '40.00' }
  const poliza = await ledger.draft([{ cuenta_contable: ledger.sales, cargo: '40.00' }, credit])
  await world.done('Poliza', 'aplicar', poliza)
  return await world.create('MovimientoBancario', {
    fecha: DAY,
    cuenta_bancaria: id,
    tipo: 'retiro',
    naturaleza: 'cargo',
    importe: '40.00',
    moneda: bank?.['moneda'],
    estado: 'aplicado',
    poliza,
  })
}

async function matched(world: World): Promise<Reconciling> {
  const one = await reconciling(world, 'with its movement')
  await world.done('ConciliacionBancaria', 'conciliar', one.id)
  return one
}

/** What it finds it finds again. */
const again = (id: number): Call => ({ ...on(id), isRepeatable: true })

export const TREASURY_CASES: Cases = {
  'EstadoCuentaBancario.importar_estado_cuenta': async (world) => {
    const { estado, adjunto } = await statement(world, await account(world))
    return on(estado, { adjunto })
  },
  'ConciliacionBancaria.conciliar': async (world) =>
    again((await reconciling(world, 'with its movement')).id),
  'ConciliacionBancaria.conciliar_partida': async (world) => {
    const { id, renglon, movimiento } = await reconciling(world, 'with its movement')
    return on(id, { renglones: [renglon], movimientos: [movimiento] })
  },
  'ConciliacionBancaria.desconciliar': async (world) => {
    const { id } = await matched(world)
    const partida = await world.one(`ConciliacionBancariaPartida?conciliacion=${id}`)
    return on(id, { partidas: [partida] })
  },
  'ConciliacionBancaria.registrar_movimiento': async (world) => {
    const { id, renglon } = await reconciling(world, 'without a movement')
    const clave = `COM${world.next()}`
    const kind = { naturaleza: 'egreso', actividad: 'operacion', activo: true }
    const concepto = await world.create('ConceptoTesoreria', { clave, nombre: clave, ...kind })
    return on(id, { renglones: [renglon], concepto })
  },
  'ConciliacionBancaria.cerrar_conciliacion': async (world) => on((await matched(world)).id),
}

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { API } from '../actions/purchase-fixture.ts'
import { csv, ofx1, treasury, type Treasury } from '../actions/treasury/treasury-fixture.ts'
import { startErp, type ErpTest } from '../erp-service.ts'
import { inSpanish, said } from './spoken.ts'

let erp: ErpTest
let on: Treasury

before(async () => {
  erp = await startErp()
  on = await treasury({ ...erp, admin: inSpanish(erp.admin) })
})

after(() => erp.stop())

const MARCH = { desde: '2026-03-01', hasta: '2026-03-31' }
const COLUMNS = { fecha: 'Fecha', descripcion: 'Concepto', importe: 'Importe' }

test('a file that is no statement is told in words, with its row', async () => {
  const cuenta = await on.account('MALO')
  const statement = await on.statement(cuenta, { ...MARCH, inicial: '0', final: '0' })
  const told = async (file: File, inputs: object = {}) =>
    said(await on.importFile(statement, file, inputs))
  assert.deepEqual(await told(csv('a,b\n1,2\n')), [
    'El archivo no es OFX: «Columnas» debe decir cuáles son las columnas del CSV: «Fecha», «Descripción», y «Cargo» con «Abono» o bien «Importe».',
  ])
  assert.deepEqual(await told(csv('a,b\n1,2\n'), { columnas: COLUMNS }), [
    'No se puede leer el estado de cuenta: ninguna de sus primeras filas tiene las columnas Fecha, Concepto e Importe.',
  ])
  const dated = csv('Fecha,Concepto,Importe\n31/12/2026,Pago,5\n')
  assert.deepEqual(await told(dated, { columnas: COLUMNS }), [
    'No se puede leer el estado de cuenta: «Fecha» no es una fecha como aaaa-mm-dd (fila 2).',
  ])
  const open = new File(['OFXHEADER:100\n<OFX><STMTTRN></OFX>'], 'e.txt', { type: 'text/plain' })
  assert.deepEqual(await told(open), [
    'No se puede leer el estado de cuenta: <STMTTRN> no se cierra.',
  ])
})

test('a statement that does not add up is told with both amounts', async () => {
  const cuenta = await on.account('SUMA')
  const file = ofx1('SUMA', [{ dia: '02', importe: '1500.00', texto: 'Uno', id: 'S1' }])
  const statement = await on.statement(cuenta, { ...MARCH, inicial: '500', final: '2100' })
  assert.deepEqual(said(await on.importFile(statement, file)), [
    '«Saldo inicial» 500.00 más los renglones da 2,000.00, pero «Saldo final» es 2,100.00.',
  ])
  const english = await erp.admin.get(`${API}/Adjunto?sort=-id&per_page=1`)
  const path = `${API}/EstadoCuentaBancario/${statement}/actions/importar_estado_cuenta`
  const inputs = { adjunto: english.json.data[0].id }
  assert.deepEqual(said(await erp.admin.post(path, inputs)), [
    'saldo_inicial 500.00 and the lines give 2000.00, but saldo_final is 2100.00.',
  ])
  assert.deepEqual(said(await on.importFile(statement, ofx1('999', []))), [
    'El archivo es de la cuenta 999, pero la cuenta bancaria SUMA es la 00SUMA.',
  ])
})

test('what keeps a reconciliation open is told as a treasurer says it', async () => {
  const cuenta = await on.account('CONC')
  const statement = await on.statement(cuenta, {
    desde: '2026-03-01',
    hasta: '2026-03-10',
    inicial: '1000',
    final: '980',
  })
  const file = ofx1('CONC', [{ dia: '02', importe: '-20.00', texto: 'COMISION', id: 'a' }])
  assert.equal((await on.importFile(statement, file)).status, 200)
  const [line] = await on.rows('EstadoCuentaBancarioRenglon', `estado_cuenta=${statement}`)
  const { folio } = await on.read('EstadoCuentaBancario', statement)
  const reconciliation = await on.reconciliation(cuenta, '2026-03-12')
  assert.deepEqual(said(await on.actOn('cerrar_conciliacion', reconciliation)), [
    '«Fecha» es 2026-03-12, pero los estados de cuenta llegan al 2026-03-10; importa el siguiente.',
  ])
  const renglones = [line?.['id']]
  assert.deepEqual(said(await on.actOn('registrar_movimiento', reconciliation, { renglones })), [
    `Renglón ${String(folio)}/1: da su «Concepto»; ninguna regla de conciliación lo dice.`,
  ])
  const free = await on.movement(cuenta, '2026-03-02', '-25.00')
  const named = { renglones, movimientos: [free] }
  assert.deepEqual(said(await on.actOn('conciliar_partida', reconciliation, named)), [
    'Los renglones suman -20.00 y los movimientos -25.00; deben sumar lo mismo.',
  ])
  const unknown = { partidas: [987654] }
  assert.deepEqual(said(await on.actOn('desconciliar', reconciliation, unknown)), [
    '«Partidas», renglón 1: el id 987654 no es una partida conciliada de esta conciliación.',
  ])
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startErp, type ErpTest } from '../../erp-service.ts'
import { csv, ofx1, treasury, type Treasury } from './treasury-fixture.ts'

let erp: ErpTest
let on: Treasury

before(async () => {
  erp = await startErp()
  on = await treasury(erp)
})

after(() => erp.stop())

const MARCH = { desde: '2026-03-01', hasta: '2026-03-31' }
const COLUMNS = {
  fecha: 'Fecha',
  descripcion: 'Concepto',
  referencia: 'Referencia',
  cargo: 'Cargos',
  abono: 'Abonos',
  saldo: 'Saldo',
}

async function linesOf(statement: number) {
  const rows = await on.rows(
    'EstadoCuentaBancarioRenglon',
    `estado_cuenta=${statement}&sort=renglon`,
  )
  return rows.map(({ fecha, descripcion, cargo, abono }) => [fecha, descripcion, cargo, abono])
}

test('the lines of a bank’s CSV are taken in by the headings that were declared', async () => {
  const cuenta = await on.account('CSV1')
  const statement = await on.statement(cuenta, { ...MARCH, inicial: '100.00', final: '1329.50' })
  const file = csv(
    'Banco del Norte;;;;;\nCuenta;00CSV1;;;;\n\nFecha;Concepto;Referencia;Cargos;Abonos;Saldo\n' +
      '02/03/2026;"Depósito; cliente";A-1;;"1,250.00";"1,350.00"\n05/03/2026;Comisión;;-20.50;;1329.50\n',
  )
  const answer = await on.importFile(statement, file, {
    columnas: COLUMNS,
    delimitador: ';',
    formato_fecha: 'dd/mm/aaaa',
  })
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(await linesOf(statement), [
    ['2026-03-02', 'Depósito; cliente', null, 1250],
    ['2026-03-05', 'Comisión', 20.5, null],
  ])
  const stored = await on.read('EstadoCuentaBancario', statement)
  assert.deepEqual(
    [stored['depositos'], stored['retiros'], stored['estado']],
    [1250, 20.5, 'importado'],
  )
  const again = await on.importFile(statement, file, { columnas: COLUMNS, delimitador: ';' })
  assert.equal(again.json.errors[0].code, 'VALIDATION', 'a day of another form')
  const twice = await on.importFile(statement, file, {
    columnas: COLUMNS,
    delimitador: ';',
    formato_fecha: 'dd/mm/aaaa',
  })
  assert.deepEqual([twice.status, twice.json.errors[0].code], [409, 'INVALID_STATE'])
})

test('OFX of either version is taken in, and a line that the account has already is told and not doubled', async () => {
  const cuenta = await on.account('OFX1')
  const first = await on.statement(cuenta, {
    desde: '2026-03-01',
    hasta: '2026-03-10',
    inicial: '0.00',
    final: '80.00',
  })
  const lines = [
    { dia: '03', importe: '100.00', texto: 'Cobro &amp; anticipo', id: 'F1' },
    { dia: '09', importe: '-20.00', texto: 'Pago', id: 'F2' },
  ]
  const answer = await on.importFile(first, ofx1('OFX1', lines))
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(await linesOf(first), [
    ['2026-03-03', 'Cobro & anticipo', null, 100],
    ['2026-03-09', 'Pago', 20, null],
  ])
  const second = await on.statement(cuenta, {
    desde: '2026-03-09',
    hasta: '2026-03-20',
    inicial: '100.00',
    final: '85.50',
  })
  const xml =
    '<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200" VERSION="220"?>\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>' +
    '<CURDEF>MXN</CURDEF><BANKACCTFROM><ACCTID>00OFX1</ACCTID></BANKACCTFROM><BANKTRANLIST>' +
    '<STMTTRN><DTPOSTED>20260309</DTPOSTED><TRNAMT>-20</TRNAMT><FITID>F2</FITID><NAME>Pago</NAME></STMTTRN>' +
    '<STMTTRN><DTPOSTED>20260312</DTPOSTED><TRNAMT>5,50</TRNAMT><FITID>F3</FITID><MEMO>Interés</MEMO></STMTTRN>' +
    '</BANKTRANLIST><LEDGERBAL><BALAMT>85.50</BALAMT><DTASOF>20260320</DTASOF></LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>'
  const file = new File([xml], 'estado.ofx', { type: 'application/xml' })
  const later = await on.importFile(second, file)
  assert.equal(later.status, 200, later.text)
  const [warning] = later.json.data.warnings ?? []
  assert.equal(warning?.code, 'DUPLICATE', later.text)
  assert.match(warning.message, /F2/)
  assert.deepEqual(await linesOf(second), [['2026-03-12', 'Interés', null, 5.5]])
})

test('a statement whose lines do not lead from its opening to its closing balance is refused with both', async () => {
  const cuenta = await on.account('BAL1')
  const file = () => ofx1('BAL1', [{ dia: '02', importe: '10.00', texto: 'Uno', id: 'B1' }])
  const refused = async (
    of: { inicial: string; final: string; desde?: string; hasta?: string },
    sent = file(),
  ) => {
    const statement = await on.statement(cuenta, { ...MARCH, ...of })
    const answer = await on.importFile(statement, sent)
    assert.equal(answer.status, 422, answer.text)
    assert.deepEqual(await linesOf(statement), [])
    return answer.json.errors[0]
  }
  const wrong = await refused({ inicial: '5.00', final: '16.00' })
  assert.deepEqual([wrong.code, wrong.field], ['VALIDATION', 'saldo_final'])
  assert.match(wrong.message, /15\.00.*16\.00/)
  const other = await refused({ inicial: '5.00', final: '15.00' }, ofx1('999', []))
  assert.match(other.message, /account 999/)
  const outside = await refused({ inicial: '0', final: '10', desde: '2026-03-03' })
  assert.match(outside.message, /2026-03-02/)
  const statement = await on.statement(cuenta, {
    ...MARCH,
    hasta: '2026-03-05',
    inicial: '5.00',
    final: '15.00',
  })
  assert.equal((await on.importFile(statement, file())).status, 200)
  const gap = await refused(
    { inicial: '14.00', final: '14.00', desde: '2026-03-06' },
    ofx1('BAL1', []),
  )
  assert.equal(gap.field, 'saldo_inicial')
  assert.match(gap.message, /14\.00.*15\.00/)
  const nameless = await refused(
    { inicial: '15.00', final: '16.00', desde: '2026-03-05' },
    ofx1('BAL1', [{ dia: '05', importe: '1.00', texto: 'Sin id' }]),
  )
  assert.match(nameless.message, /no id/)
})

test('a file that is no statement, or a dangerous one, is refused whole', async () => {
  const cuenta = await on.account('BAD1')
  const statement = await on.statement(cuenta, { ...MARCH, inicial: '0', final: '0' })
  const bad: readonly (readonly [string, RegExp])[] = [
    ['OFXHEADER:100\n<!DOCTYPE OFX [<!ENTITY a "b">]>\n<OFX></OFX>', /declaration/],
    ['OFXHEADER:100\n<OFX><STMTTRN><DTPOSTED>20260301<TRNAMT>1</OFX>', /does not end/],
    ['OFXHEADER:100\n<OFX><STMTTRN><DTPOSTED>20260231<TRNAMT>1</STMTTRN></OFX>', /DTPOSTED/],
    ['OFXHEADER:100\n<OFX><STMTTRN><DTPOSTED>20260301<TRNAMT>1e9</STMTTRN></OFX>', /TRNAMT/],
    [`OFXHEADER:100\n<OFX>${'<PAYEE>'.repeat(40)}`, /groups/],
    [
      `OFXHEADER:100\n<OFX>${'<STMTTRN><DTPOSTED>20260301<TRNAMT>1</STMTTRN>'.repeat(10_001)}</OFX>`,
      /10000/,
    ],
  ]
  for (const [text, expected] of bad) {
    const answer = await on.importFile(
      statement,
      new File([text], 'estado.txt', { type: 'text/plain' }),
    )
    assert.equal(answer.status, 422, answer.text)
    assert.match(answer.json.errors[0].message, expected)
  }
  const noColumns = await on.importFile(statement, csv('a,b\n1,2\n'))
  assert.equal(noColumns.json.errors[0].field, 'columnas')
  const others = await on.importFile(statement, csv('a,b\n1,2\n'), { columnas: COLUMNS })
  assert.match(others.json.errors[0].message, /none of its first rows/)
  assert.deepEqual(await linesOf(statement), [])
})

import assert from 'node:assert/strict'

import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import type { ErpTest } from '../../erp-service.ts'
import { paying, type Paying } from '../payments/payment-fixture.ts'
import { API } from '../purchase-fixture.ts'

/** A line of a statement: day of March 2026, amount with sign, text, and what else it has. */
export interface BankLine {
  readonly dia: string
  readonly importe: string
  readonly texto: string
  readonly referencia?: string
  readonly id?: string
}

interface StatementOf {
  readonly desde: string
  readonly hasta: string
  readonly inicial: string
  readonly final: string
  readonly more?: object
}

/** A company with bank accounts that reconciles them. */
export interface Treasury extends Paying {
  readonly periodo: number
  /** A new account in pesos, whose number is its key. */
  account(clave: string): Promise<number>
  /** A statement without lines yet. */
  statement(cuenta: number, of: StatementOf): Promise<number>
  /** Attaches a file to a statement and imports it. */
  importFile(statement: number, file: File, inputs?: object): Promise<TestAnswer>
  /** A movement that somebody enters; the amount says the side. */
  movement(cuenta: number, fecha: string, importe: string, more?: object): Promise<number>
  reconciliation(cuenta: number, fecha: string): Promise<number>
  actOn(action: string, id: number, inputs?: object): Promise<TestAnswer>
  report(cuenta: number, hasta: string): Promise<TestAnswer>
  rows(model: string, query: string): Promise<readonly Record<string, never>[]>
}

export async function treasury(erp: ErpTest): Promise<Treasury> {
  const company = await paying(erp, erp.admin)
  const { create } = company
  const bank = await company.read('CuentaBancaria', company.banco)
  const [period] = (await erp.admin.get(`${API}/PeriodoContable?numero=3`)).json.data
  assert.ok(period)
  const counter = { next: 0 }
  const next = () => (counter.next += 1)
  return {
    ...company,
    periodo: period.id,
    account: async (clave) =>
      await create('CuentaBancaria', {
        clave,
        nombre: clave,
        banco: bank['banco'],
        tipo: bank['tipo'],
        numero_cuenta: `00${clave}`,
        moneda: company.peso,
        cuenta_contable: bank['cuenta_contable'],
        activo: true,
      }),
    statement: async (cuenta, of) =>
      await create('EstadoCuentaBancario', {
        folio: `EC-${next()}`,
        cuenta_bancaria: cuenta,
        fecha_inicio: of.desde,
        fecha_fin: of.hasta,
        saldo_inicial: of.inicial,
        saldo_final: of.final,
        ...of.more,
      }),
    importFile: async (statement, file, inputs = {}) => {
      const form = new FormData()
      form.set('archivo', file)
      const path = `${API}/EstadoCuentaBancario/${statement}`
      const sent = await erp.admin.post(`${path}/adjuntos`, form)
      assert.equal(sent.status, 201, sent.text)
      return await erp.admin.post(`${path}/actions/importar_estado_cuenta`, {
        adjunto: sent.json.data.id,
        ...inputs,
      })
    },
    movement: async (cuenta, fecha, importe, more = {}) =>
      await create('MovimientoBancario', {
        fecha,
        cuenta_bancaria: cuenta,
        tipo: importe.startsWith('-') ? 'retiro' : 'deposito',
        naturaleza: importe.startsWith('-') ? 'cargo' : 'abono',
        importe: importe.replace('-', ''),
        moneda: company.peso,
        estado: 'aplicado',
        ...more,
      }),
    reconciliation: async (cuenta, fecha) =>
      await create('ConciliacionBancaria', {
        folio: `CB-${next()}`,
        cuenta_bancaria: cuenta,
        periodo: period.id,
        fecha,
      }),
    actOn: (action, id, inputs = {}) =>
      erp.admin.post(`${API}/ConciliacionBancaria/${id}/actions/${action}`, inputs),
    report: (cuenta, hasta) =>
      erp.admin.get(`${API}/reports/bank-reconciliation?cuenta_bancaria=${cuenta}&hasta=${hasta}`),
    rows: async (model, query) => (await erp.admin.get(`${API}/${model}?${query}`)).json.data,
  }
}

/** A statement in OFX 1, whose values have no end tags. */
export function ofx1(account: string, lines: readonly BankLine[], more = ''): File {
  const transactions = lines.map(
    ({ dia, importe, texto, referencia, id }) =>
      `<STMTTRN>\n<TRNTYPE>OTHER\n<DTPOSTED>202603${dia}120000[-6:CST]\n<TRNAMT>${importe}\n` +
      `${id === undefined ? '' : `<FITID>${id}\n`}${referencia === undefined ? '' : `<REFNUM>${referencia}\n`}` +
      `<NAME>${texto}\n</STMTTRN>\n`,
  )
  return new File(
    [
      'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nCHARSET:1252\n\n<OFX>\n<BANKMSGSRSV1>\n<STMTTRNRS>\n<STMTRS>\n' +
        `<CURDEF>MXN\n<BANKACCTFROM>\n<BANKID>002\n<ACCTID>${account}\n</BANKACCTFROM>\n<BANKTRANLIST>\n` +
        `${transactions.join('')}</BANKTRANLIST>\n${more}</STMTRS>\n</STMTTRNRS>\n</BANKMSGSRSV1>\n</OFX>\n`,
    ],
    'estado.ofx',
    { type: 'application/octet-stream' },
  )
}

export function csv(text: string): File {
  return new File([text], 'estado.csv', { type: 'text/csv' })
}

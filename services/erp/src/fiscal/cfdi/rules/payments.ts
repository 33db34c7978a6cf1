import {
  MOST_DECIMALS,
  MUST_BE,
  MUST_BE_ABSENT,
  MUST_BE_THERE,
} from '../../../messages/cfdi-attributes.ts'
import {
  ACCOUNT_PATTERN,
  CHAIN_OF_TRANSFER,
  FOREIGN_BANK_NAME,
  NO_BANK,
  ONE_CONCEPTO,
  RATE_IN_PESOS,
} from '../../../messages/cfdi-payments.ts'
import { compare, decimal, isZero, type Decimal } from '../../decimal.ts'
import type { FormaPago } from '../catalogs.ts'
import { totalsOf, PAYMENT_DOCUMENT } from '../compose/payments.ts'
import type { Pago } from '../structure/pagos.ts'
import { paidDocumentRules } from './paid-documents.ts'
import { paymentTaxRules } from './payment-taxes.ts'
import { decimalsIn, type RuleInput } from './rule-set.ts'

/**
 * The complement of payments and the document around it.
 * @source SAT, complemento para recepción de pagos 2.0, matriz de errores, CRP20101 to CRP20279
 */
export function paymentRules(input: RuleInput): void {
  const { comprobante, problems } = input
  const pagos = comprobante.Complemento?.Pagos
  if (comprobante.TipoDeComprobante !== 'P' || pagos === undefined) return
  documentRules(input)
  for (const [index, pago] of pagos.Pago.entries()) {
    const field = `Complemento.Pagos.Pago[${index}]`
    amountRules(input, pago, field)
    accountRules(input, pago, field)
    chainRules(input, pago, field)
    paidDocumentRules(input, pago, field)
    paymentTaxRules(input, pago, field)
  }
  const expected = new Map(Object.entries(totalsOf(pagos.Pago)))
  const given = new Map(Object.entries(pagos.Totales))
  for (const name of new Set([...expected.keys(), ...given.keys()])) {
    const due = expected.get(name)
    const value = given.get(name)
    if (due === undefined ? value === undefined : isSame(value, decimal(due))) continue
    const message =
      due === undefined ? MUST_BE_ABSENT.always({ name }) : MUST_BE.value({ name, value: due })
    problems.add(`Complemento.Pagos.Totales.${name}`, message, TOTAL_CODES[name])
  }
}

function isSame(value: string | undefined, due: Decimal): boolean {
  return value !== undefined && compare(decimal(value), due) === 0
}

const TOTAL_CODES: Readonly<Record<string, string>> = {
  TotalRetencionesIVA: 'CRP20201',
  TotalRetencionesISR: 'CRP20202',
  TotalRetencionesIEPS: 'CRP20203',
  TotalTrasladosBaseIVA16: 'CRP20204',
  TotalTrasladosImpuestoIVA16: 'CRP20205',
  TotalTrasladosBaseIVA8: 'CRP20206',
  TotalTrasladosImpuestoIVA8: 'CRP20207',
  TotalTrasladosBaseIVA0: 'CRP20208',
  TotalTrasladosImpuestoIVA0: 'CRP20209',
  TotalTrasladosBaseIVAExento: 'CRP20210',
  MontoTotalPagos: 'CRP20211',
}

const LINE_CODES: Readonly<Record<string, string>> = {
  ClaveProdServ: 'CRP20113',
  Cantidad: 'CRP20115',
  ClaveUnidad: 'CRP20116',
  Descripcion: 'CRP20118',
  ValorUnitario: 'CRP20119',
  Importe: 'CRP20120',
  ObjetoImp: 'CRP20122',
}

/** What a payment's document must hold, to the letter. */
function documentRules({ comprobante, problems }: RuleInput): void {
  const { Conceptos, Exportacion, Moneda, SubTotal, Total } = comprobante
  const kind = comprobante.TipoDeComprobante
  if (Moneda !== 'XXX')
    problems.add('Moneda', MUST_BE.inKind({ name: 'Moneda', value: 'XXX', kind }), 'CRP20104')
  if (Exportacion !== '01')
    problems.add(
      'Exportacion',
      MUST_BE.inKind({ name: 'Exportacion', value: '01', kind }),
      'CRP20102',
    )
  if (SubTotal !== '0')
    problems.add('SubTotal', MUST_BE.written({ name: 'SubTotal', value: '0' }), 'CRP20103')
  if (Total !== '0')
    problems.add('Total', MUST_BE.written({ name: 'Total', value: '0' }), 'CRP20110')
  const [concepto] = Conceptos
  if (concepto === undefined || Conceptos.length > 1) {
    problems.add('Conceptos', ONE_CONCEPTO(), 'CRP20111')
    return
  }
  const { ACuentaTerceros: _, ...values } = concepto
  const given = new Map<string, unknown>(Object.entries(values))
  const [fixed] = PAYMENT_DOCUMENT.Conceptos
  for (const [name, value] of Object.entries(fixed)) {
    if (given.get(name) !== value)
      problems.add(`Conceptos[0].${name}`, MUST_BE.value({ name, value }), LINE_CODES[name])
    given.delete(name)
  }
  for (const name of given.keys()) {
    const message = MUST_BE_ABSENT.inKind({ name, kind })
    problems.add(`Conceptos[0].${name}`, message, 'CRP20112')
  }
}

function amountRules({ catalogs, problems }: RuleInput, pago: Pago, field: string): void {
  const { FormaDePagoP, MonedaP, Monto, TipoCambioP } = pago
  if (FormaDePagoP === '99' || !catalogs.formasPago.has(FormaDePagoP)) {
    const form = { name: 'FormaDePagoP', catalog: 'c_FormaPago', but: '99' }
    const message = MUST_BE.keyBut(form)
    problems.add(`${field}.FormaDePagoP`, message, 'CRP20212')
  }
  if (MonedaP === 'XXX' || !catalogs.monedas.has(MonedaP)) {
    const message = MUST_BE.keyBut({ name: 'MonedaP', catalog: 'c_Moneda', but: 'XXX' })
    problems.add(`${field}.MonedaP`, message, 'CRP20213')
  }
  if (TipoCambioP === undefined)
    problems.add(`${field}.TipoCambioP`, MUST_BE_THERE.always({ name: 'TipoCambioP' }), 'CRP20214')
  else if (MonedaP === 'MXN' && TipoCambioP !== '1')
    problems.add(`${field}.TipoCambioP`, RATE_IN_PESOS(), 'CRP20215')
  if (isZero(decimal(Monto)))
    problems.add(`${field}.Monto`, MUST_BE.aboveZero({ name: 'Monto' }), 'CRP20218')
  const decimals = catalogs.monedas.get(MonedaP)
  if (decimals !== undefined && decimalsIn(Monto) > decimals) {
    problems.add(`${field}.Monto`, MOST_DECIMALS({ name: 'Monto', decimals }), 'CRP20219')
  }
}

const UNKNOWN_FORM: FormaPago = {
  esBancarizada: false,
  patronCuentaOrdenante: undefined,
  patronCuentaBeneficiario: undefined,
  permiteTipoCadenaPago: false,
}

function accountRules({ catalogs, problems }: RuleInput, pago: Pago, field: string): void {
  const form = catalogs.formasPago.get(pago.FormaDePagoP) ?? UNKNOWN_FORM
  const told = [
    ['RfcEmisorCtaOrd', 'CRP20221'],
    ['CtaOrdenante', 'CRP20224'],
    ['RfcEmisorCtaBen', 'CRP20227'],
    ['CtaBeneficiario', 'CRP20228'],
  ] as const
  for (const [name, code] of told) {
    if (form.esBancarizada || pago[name] === undefined) continue
    const message = NO_BANK({ name, form: pago.FormaDePagoP })
    problems.add(`${field}.${name}`, message, code)
  }
  const accounts = [
    ['CtaOrdenante', form.patronCuentaOrdenante, 'CRP20225'],
    ['CtaBeneficiario', form.patronCuentaBeneficiario, 'CRP20226'],
  ] as const
  for (const [name, pattern, code] of accounts) {
    const account = pago[name]
    if (!form.esBancarizada || account === undefined || pattern === undefined) continue
    if (!new RegExp(`^(?:${pattern})$`).test(account)) {
      const message = ACCOUNT_PATTERN({ name, form: pago.FormaDePagoP, pattern })
      problems.add(`${field}.${name}`, message, code)
    }
  }
  if (pago.RfcEmisorCtaOrd === 'XEXX010101000' && pago.NomBancoOrdExt === undefined) {
    problems.add(`${field}.NomBancoOrdExt`, FOREIGN_BANK_NAME(), 'CRP20223')
  }
}

/** The proof of an electronic transfer: all of it or nothing. */
function chainRules({ problems }: RuleInput, pago: Pago, field: string): void {
  if (pago.TipoCadPago !== undefined && pago.FormaDePagoP !== '03') {
    problems.add(`${field}.TipoCadPago`, CHAIN_OF_TRANSFER(), 'CRP20229')
  }
  const proofs = [
    ['CertPago', 'CRP20230', 'CRP20231'],
    ['CadPago', 'CRP20232', 'CRP20233'],
    ['SelloPago', 'CRP20234', 'CRP20235'],
  ] as const
  for (const [name, missing, unwanted] of proofs) {
    const isThere = pago[name] !== undefined
    if (isThere === (pago.TipoCadPago !== undefined)) continue
    const both = { name, other: 'TipoCadPago' }
    const message = isThere ? MUST_BE_ABSENT.without(both) : MUST_BE_THERE.with(both)
    problems.add(`${field}.${name}`, message, isThere ? unwanted : missing)
  }
}

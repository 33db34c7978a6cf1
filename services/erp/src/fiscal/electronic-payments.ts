import { xmlElement, type Attributes } from './electronic-element.ts'

/** Money that an entry tells of: what was paid or collected, how, and between which accounts. */
export interface EntryPayment {
  /** The SAT's form of payment (c_FormaPago). */
  readonly forma: string
  readonly fecha: string
  readonly cheque: string | null
  readonly origen: PaymentAccount
  readonly destino: PaymentAccount
  readonly beneficiario: string
  /** Of the other party. */
  readonly rfc: string
  readonly importe: string
  readonly moneda: string
  readonly tipo_cambio: string
}

interface PaymentAccount {
  readonly cuenta: string | null
  /** The SAT's code of the bank; null: it is not known. */
  readonly banco: string | null
  readonly nombre: string | null
}

const CHEQUE = '02'
const TRANSFER = '03'
const MAX_BENEFICIARY = 300
const MAX_BANK_NAME = 150

/**
 * How an entry says that money moved. What a cheque or a transfer has to say (its number, its accounts and banks) and is
 * not known makes it another method of payment under its own code, which asks for none of it.
 * @source SAT, Anexo 24, PolizasPeriodo_1_3.xsd
 */
export function paymentXml(payment: EntryPayment): string {
  const { forma, fecha, cheque, origen, destino, rfc } = payment
  const common = {
    Fecha: fecha,
    Benef: payment.beneficiario.slice(0, MAX_BENEFICIARY),
    RFC: rfc,
    Monto: payment.importe,
    ...currencyOf(payment),
  }
  if (forma === CHEQUE && cheque !== null && origen.banco !== null && origen.cuenta !== null) {
    const [bank, name] = bankOf(origen)
    const own = { Num: cheque, BanEmisNal: bank, BanEmisExt: name, CtaOri: origen.cuenta }
    return xmlElement('PLZ:Cheque', { ...own, ...common })
  }
  const isKnown = origen.banco !== null && destino.banco !== null && destino.cuenta !== null
  if (forma === TRANSFER && isKnown) {
    const [from, fromName] = bankOf(origen)
    const [to, toName] = bankOf(destino)
    return xmlElement('PLZ:Transferencia', {
      CtaOri: origen.cuenta,
      BancoOriNal: from,
      BancoOriExt: fromName,
      CtaDest: destino.cuenta,
      BancoDestNal: to,
      BancoDestExt: toName,
      ...common,
    })
  }
  const method = METHODS.has(forma) ? forma : OTHERS
  return xmlElement('PLZ:OtrMetodoPago', { MetPagoPol: method, ...common })
}

/** In the company's currency nothing is said. */
export function currencyOf(of: {
  readonly moneda: string
  readonly tipo_cambio: string
}): Attributes {
  if (of.moneda === 'MXN' || UNKNOWN_CURRENCIES.has(of.moneda)) return {}
  return { Moneda: of.moneda, TipCamb: of.tipo_cambio }
}

/** Code and, where the SAT's catalog of Anexo 24 has none, name. */
function bankOf({ banco, nombre }: PaymentAccount): readonly [string, string | null] {
  if (banco !== null && BANKS.has(banco)) return [banco, null]
  return [OTHER_BANK, (nombre ?? banco ?? '').slice(0, MAX_BANK_NAME)]
}

const OTHER_BANK = '999'

/** Codes that stand in both catalogs; c_MetPagos has others besides. */
const METHODS: ReadonlySet<string> = new Set('01 02 03 04 05 06 08 12 13 14 15 17 99'.split(' '))
const OTHERS = '99'

/** Newer than the schema. */
const UNKNOWN_CURRENCIES: ReadonlySet<string> = new Set(['CNH', 'ESD', 'NIC', 'UYP', 'VES'])

/** @source SAT, Anexo 24, CatalogosParaEsqContE.xsd, c_Banco; banks that are newer are not in it */
const BANKS: ReadonlySet<string> = new Set(
  `002 006 009 012 014 019 021 030 032 036 037 042 044 058 059 060 062 072 102 103 106 108 110 112 113 116 124 126 127
  128 129 130 131 132 133 134 135 136 137 138 139 140 141 143 145 156 166 168 600 601 602 605 606 607 608 610 614 615
  616 617 618 619 620 621 622 623 626 627 628 629 630 631 632 633 634 636 637 638 640 642 646 647 648 649 651 652 653
  655 656 659 901 902 670`.split(/\s+/),
)

export interface StarterLine {
  readonly naturaleza: 'cargo' | 'abono'
  readonly importe: string
  /** Of `STARTER_ACCOUNTS`. */
  readonly codigo: string
  /** Where the account comes from if that has one. */
  readonly origen: string | null
}

export interface StarterRule {
  readonly clave: string
  readonly modelo: string
  readonly evento: string
  readonly clase: 'DI' | 'IN' | 'EG'
  readonly concepto: string
  readonly lines: readonly StarterLine[]
}

const line =
  (naturaleza: StarterLine['naturaleza']) =>
  (importe: string, codigo: string, origen: string | null = null): StarterLine => ({
    naturaleza,
    importe,
    codigo,
    origen,
  })
export const debit = line('cargo')
export const credit = line('abono')

export const SUPPLIER = ['201.01', 'proveedor.cuenta_contable'] as const
export const CUSTOMER = ['105.01', 'cliente.cuenta_contable'] as const
export const BANK = ['102.01', 'cuenta_bancaria.cuenta_contable'] as const

const WITHHELD_LATER = '216.12'
const WITHHELD_BY_CUSTOMERS_LATER = '107.05'

/** What is withheld of suppliers when they are paid; IVA of it is credited when it is remitted. */
export const WITHHELD: readonly StarterLine[] = [
  debit('iva_retenido', '119.11'),
  debit('retencion_pendiente', WITHHELD_LATER),
  credit('retencion_iva', '216.10'),
  credit('retencion_isr', '216.04'),
  credit('retencion_isr_arrendamiento', '216.03'),
]

/** IVA of services from abroad: whoever pays them owes it and credits it at once (LIVA 24 and 5). */
export const IMPORTED: readonly [StarterLine, ...StarterLine[]] = [
  debit('iva_importacion', '118.02'),
  credit('iva_importacion', '208.01'),
]

/** ISR of a lessor that was withheld already: a note of what was paid owes the SAT so much less. */
export const NOTE_OF_LESSOR = debit('retencion_isr_arrendamiento', '216.03')

/** What customers withhold when they pay. */
export const WITHHELD_BY_CUSTOMERS: readonly StarterLine[] = [
  debit('retencion_iva', '113.01'),
  debit('retencion_isr', '113.02'),
  credit('retencion_pendiente', WITHHELD_BY_CUSTOMERS_LATER),
]

/** Lines of what is withheld later, as invoices and credit notes book it. */
export const LATER = {
  facturaProveedor: credit('retencion_pendiente', WITHHELD_LATER),
  notaProveedor: debit('retencion_pendiente', WITHHELD_LATER),
  facturaCliente: debit('retencion_pendiente', WITHHELD_BY_CUSTOMERS_LATER),
  notaCliente: credit('retencion_pendiente', WITHHELD_BY_CUSTOMERS_LATER),
} as const

/** What is between taxes at the rate of their invoice and at that of the money that paid them. */
export const EXCHANGE: readonly StarterLine[] = [
  debit('perdida_cambiaria', '701.01'),
  credit('utilidad_cambiaria', '702.01'),
]

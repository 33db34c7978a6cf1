interface StarterLine {
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

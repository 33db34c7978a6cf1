import {
  BANK,
  credit,
  CUSTOMER,
  debit,
  EXCHANGE,
  SUPPLIER,
  WITHHELD,
  type StarterRule,
} from './starter-rule.ts'

/** How credit notes of what was paid are booked, and what is given back of them. */
export const PAID_NOTE_RULES: readonly StarterRule[] = [
  {
    clave: 'NOTA-PROV-FAVOR',
    modelo: 'NotaCreditoProveedor',
    evento: 'saldo_a_favor',
    clase: 'DI',
    concepto: 'Impuestos de lo pagado que se acreditó',
    lines: [
      debit('iva', '119.01'),
      credit('iva_pagado', '118.01'),
      debit('ieps', '119.03'),
      credit('ieps_pagado', '118.03'),
      ...EXCHANGE,
    ],
  },
  {
    clave: 'NOTA-PROV-APL',
    modelo: 'NotaCreditoProveedor',
    evento: 'aplicar_nota_credito',
    clase: 'DI',
    concepto: 'Aplicación de nota de crédito de proveedor',
    lines: [
      debit('iva_pagado', '118.01'),
      credit('iva', '119.01'),
      debit('ieps_pagado', '118.03'),
      credit('ieps', '119.03'),
      ...WITHHELD,
    ],
  },
  {
    clave: 'NOTA-PROV-DEV',
    modelo: 'NotaCreditoProveedor',
    evento: 'cobrar_reembolso',
    clase: 'IN',
    concepto: 'Reembolso de proveedor',
    lines: [
      debit('cobrado', ...BANK),
      debit('perdida_cambiaria', '701.01'),
      credit('utilidad_cambiaria', '702.01'),
      credit('aplicado', ...SUPPLIER),
    ],
  },
  {
    clave: 'NOTA-CTE-FAVOR',
    modelo: 'NotaCreditoVenta',
    evento: 'saldo_a_favor',
    clase: 'DI',
    concepto: 'Saldo a favor de cliente',
    lines: [
      debit('a_favor', ...CUSTOMER),
      credit('a_favor', '206.01'),
      debit('iva_cobrado', '208.01'),
      credit('iva', '209.01'),
      debit('ieps_cobrado', '208.02'),
      credit('ieps', '209.02'),
      ...EXCHANGE,
    ],
  },
  {
    clave: 'ANTICIPO-CTE-DEV',
    modelo: 'AnticipoVenta',
    evento: 'reembolsar_anticipo',
    clase: 'EG',
    concepto: 'Reembolso a cliente',
    lines: [
      debit('anticipo', '206.01'),
      debit('perdida_cambiaria', '701.01'),
      credit('utilidad_cambiaria', '702.01'),
      credit('pagado', ...BANK),
    ],
  },
]

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
const debit = line('cargo')
const credit = line('abono')

const STOCK = ['115.01', 'articulo.cuenta_inventario'] as const
const COST = ['501.01', 'articulo.cuenta_costo_venta'] as const
const TRANSIT = ['115.05', 'articulo.cuenta_transito'] as const
const ADJUSTMENT = ['501.08', 'articulo.cuenta_ajuste'] as const
const EXPENSE = ['601.84', 'partida.cuenta_contable'] as const
const SUPPLIER = ['201.01', 'proveedor.cuenta_contable'] as const
const ADVANCE_PAID = ['120.01', 'proveedor.cuenta_anticipos'] as const
const CUSTOMER = ['105.01', 'cliente.cuenta_contable'] as const
const BANK = ['102.01', 'cuenta_bancaria.cuenta_contable'] as const
const RECEIVED = '205.06'

/**
 * How a company books the effects of its documents until it says otherwise.
 * @source docs/decisions/0242-erp-entries.md
 */
export const STARTER_RULES: readonly StarterRule[] = [
  {
    clave: 'COMPRA-REC',
    modelo: 'RecepcionCompra',
    evento: 'recibir_compra',
    clase: 'DI',
    concepto: 'Recepción de compra',
    lines: [
      debit('inventario', ...STOCK),
      debit('gasto', ...EXPENSE),
      debit('variacion', ...ADJUSTMENT),
      credit('total', RECEIVED),
    ],
  },
  {
    clave: 'SERVICIO-REC',
    modelo: 'RecepcionServicio',
    evento: 'recibir_compra',
    clase: 'DI',
    concepto: 'Recepción de servicio',
    lines: [debit('gasto', ...EXPENSE), credit('total', RECEIVED)],
  },
  {
    clave: 'COMPRA-DEV',
    modelo: 'DevolucionCompra',
    evento: 'devolver_compra',
    clase: 'DI',
    concepto: 'Devolución de compra',
    lines: [
      debit('total', RECEIVED),
      credit('inventario', ...STOCK),
      credit('gasto', ...EXPENSE),
      credit('variacion', ...ADJUSTMENT),
    ],
  },
  {
    clave: 'COMPRA-FAC',
    modelo: 'CuentaPorPagar',
    evento: 'registrar_factura',
    clase: 'DI',
    concepto: 'Factura de proveedor',
    lines: [
      debit('recibido', RECEIVED),
      debit('gasto', ...EXPENSE),
      debit('variacion', ...ADJUSTMENT),
      debit('iva', '119.01'),
      debit('ieps', '119.03'),
      credit('retencion_isr', '216.04'),
      credit('retencion_iva', '216.10'),
      credit('total', ...SUPPLIER),
    ],
  },
  {
    clave: 'COMPRA-NC',
    modelo: 'NotaCreditoProveedor',
    evento: 'registrar_nota_credito',
    clase: 'DI',
    concepto: 'Nota de crédito de proveedor',
    lines: [
      debit('total', ...SUPPLIER),
      credit('recibido', RECEIVED),
      credit('descuento', '503.01'),
      credit('iva', '119.01'),
      credit('ieps', '119.03'),
      debit('retencion_isr', '216.04'),
      debit('retencion_iva', '216.10'),
    ],
  },
  {
    clave: 'PAGO',
    modelo: 'PagoProveedor',
    evento: 'pagar',
    clase: 'EG',
    concepto: 'Pago a proveedor',
    lines: [
      debit('aplicado', ...SUPPLIER),
      debit('anticipo', ...ADVANCE_PAID),
      debit('perdida_cambiaria', '701.01'),
      credit('utilidad_cambiaria', '702.01'),
      credit('descuento', '503.01'),
      credit('pagado', ...BANK),
      debit('iva', '118.01'),
      credit('iva', '119.01'),
      debit('ieps', '118.03'),
      credit('ieps', '119.03'),
    ],
  },
  {
    clave: 'ANTICIPO-PROV',
    modelo: 'AnticipoProveedor',
    evento: 'aplicar_anticipo',
    clase: 'DI',
    concepto: 'Aplicación de anticipo a proveedor',
    lines: [
      debit('aplicado', ...SUPPLIER),
      credit('anticipo', ...ADVANCE_PAID),
      debit('perdida_cambiaria', '701.01'),
      credit('utilidad_cambiaria', '702.01'),
      debit('iva', '118.01'),
      credit('iva', '119.01'),
      debit('ieps', '118.03'),
      credit('ieps', '119.03'),
    ],
  },
  {
    clave: 'VENTA-FAC',
    modelo: 'Venta',
    evento: 'timbrar_venta',
    clase: 'DI',
    concepto: 'Factura de venta',
    lines: [
      debit('total', ...CUSTOMER),
      debit('retencion_iva', '113.01'),
      debit('retencion_isr', '113.02'),
      debit('retencion_local', '113.08'),
      debit('descuento', '402.01'),
      credit('subtotal', '401.01'),
      credit('iva', '209.01'),
      credit('ieps', '209.02'),
      credit('impuesto_local', '213.05'),
    ],
  },
  {
    clave: 'VENTA-COSTO',
    modelo: 'RemisionVenta',
    evento: 'entregar',
    clase: 'DI',
    concepto: 'Costo de venta',
    lines: [debit('costo', ...COST), credit('costo', ...STOCK)],
  },
  {
    clave: 'VENTA-DEV',
    modelo: 'DevolucionVenta',
    evento: 'recibir_devolucion',
    clase: 'DI',
    concepto: 'Devolución de venta',
    lines: [debit('costo', ...STOCK), credit('costo', ...COST)],
  },
  {
    clave: 'VENTA-NC',
    modelo: 'NotaCreditoVenta',
    evento: 'timbrar_nota_credito',
    clase: 'DI',
    concepto: 'Nota de crédito a cliente',
    lines: [
      debit('subtotal', '402.01'),
      debit('iva', '209.01'),
      debit('ieps', '209.02'),
      credit('retencion_iva', '113.01'),
      credit('retencion_isr', '113.02'),
      credit('total', ...CUSTOMER),
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
      debit('iva', '208.01'),
      credit('iva', '209.01'),
      debit('ieps', '208.02'),
      credit('ieps', '209.02'),
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
  {
    clave: 'COBRO',
    modelo: 'CobroCliente',
    evento: 'cobrar',
    clase: 'IN',
    concepto: 'Cobro de cliente',
    lines: [
      debit('cobrado', ...BANK),
      debit('descuento', '402.01'),
      debit('perdida_cambiaria', '701.01'),
      credit('utilidad_cambiaria', '702.01'),
      credit('anticipo', '206.01'),
      credit('aplicado', ...CUSTOMER),
      debit('iva', '209.01'),
      credit('iva', '208.01'),
      debit('ieps', '209.02'),
      credit('ieps', '208.02'),
    ],
  },
  {
    clave: 'ANTICIPO-CTE',
    modelo: 'AnticipoVenta',
    evento: 'aplicar_anticipo',
    clase: 'DI',
    concepto: 'Aplicación de anticipo de cliente',
    lines: [
      debit('anticipo', '206.01'),
      credit('aplicado', ...CUSTOMER),
      debit('perdida_cambiaria', '701.01'),
      credit('utilidad_cambiaria', '702.01'),
      debit('iva', '209.01'),
      credit('iva', '208.01'),
      debit('ieps', '209.02'),
      credit('ieps', '208.02'),
    ],
  },
  {
    clave: 'ANTICIPO-CTE-FAC',
    modelo: 'AnticipoVenta',
    evento: 'timbrar_anticipo',
    clase: 'DI',
    concepto: 'IVA de anticipo de cliente',
    lines: [debit('iva', '206.01'), credit('iva', '208.01')],
  },
  {
    clave: 'ANTICIPO-CTE-NC',
    modelo: 'AplicacionNotaCredito',
    evento: 'timbrar_aplicacion',
    clase: 'DI',
    concepto: 'IVA de anticipo que está en la factura',
    lines: [debit('iva', '208.01'), credit('iva', '206.01')],
  },
  {
    clave: 'BANCO-MOV',
    modelo: 'MovimientoBancario',
    evento: 'registrar_movimiento',
    clase: 'DI',
    concepto: 'Movimiento bancario',
    lines: [
      debit('cargo', '701.10', 'concepto.cuenta_contable'),
      credit('cargo', ...BANK),
      debit('abono', ...BANK),
      credit('abono', '702.04', 'concepto.cuenta_contable'),
    ],
  },
  {
    clave: 'INV-MOV',
    modelo: 'MovimientoInventario',
    evento: 'aplicar_movimiento',
    clase: 'DI',
    concepto: 'Movimiento de inventario',
    lines: [
      debit('entrada', ...STOCK),
      credit('contrapartida_entrada', '501.08', 'concepto.cuenta_contable'),
      debit('contrapartida_salida', '501.08', 'concepto.cuenta_contable'),
      credit('salida', ...STOCK),
      debit('variacion', ...ADJUSTMENT),
    ],
  },
  {
    clave: 'INV-AJUSTE',
    modelo: 'AjusteInventario',
    evento: 'aplicar_ajuste',
    clase: 'DI',
    concepto: 'Ajuste de inventario',
    lines: [
      debit('entrada', ...STOCK),
      credit('entrada', ...ADJUSTMENT),
      debit('salida', ...ADJUSTMENT),
      credit('salida', ...STOCK),
    ],
  },
  {
    clave: 'INV-REVALUO',
    modelo: 'RevaluacionInventario',
    evento: 'aplicar_revaluacion',
    clase: 'DI',
    concepto: 'Revaluación de inventario',
    lines: [
      debit('entrada', ...STOCK),
      credit('entrada', ...ADJUSTMENT),
      debit('salida', ...ADJUSTMENT),
      credit('salida', ...STOCK),
    ],
  },
  {
    clave: 'INV-MERMA',
    modelo: 'MermaInventario',
    evento: 'aplicar_merma',
    clase: 'DI',
    concepto: 'Merma de inventario',
    lines: [debit('costo', ...ADJUSTMENT), credit('costo', ...STOCK)],
  },
  {
    clave: 'INV-CONSUMO',
    modelo: 'SolicitudMaterial',
    evento: 'surtir_solicitud',
    clase: 'DI',
    concepto: 'Consumo de materiales',
    lines: [debit('costo', ...EXPENSE), credit('costo', ...STOCK)],
  },
  {
    clave: 'INV-ENVIO',
    modelo: 'TraspasoAlmacen',
    evento: 'enviar_traspaso',
    clase: 'DI',
    concepto: 'Envío de traspaso',
    lines: [
      debit('costo', ...TRANSIT),
      debit('entrada', ...STOCK),
      debit('variacion', ...ADJUSTMENT),
      credit('salida', ...STOCK),
    ],
  },
  {
    clave: 'INV-RECIBO',
    modelo: 'TraspasoAlmacen',
    evento: 'recibir_traspaso',
    clase: 'DI',
    concepto: 'Recepción de traspaso',
    lines: [
      debit('entrada', ...STOCK),
      debit('variacion', ...ADJUSTMENT),
      credit('costo', ...TRANSIT),
      credit('salida', ...STOCK),
    ],
  },
]

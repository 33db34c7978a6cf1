import type { CardRight, HomeCard, HomeDay } from './home-cards.ts'

/** Records that wait for somebody who may do something with them. */
interface Waiting {
  readonly name: string
  readonly es: string
  readonly en: string
  /** What is to be done: a right on the model of the records, or on another one. */
  readonly right: string
  readonly of?: string
  /** The list of them. */
  readonly model: string
  readonly query: string | ((day: HomeDay) => string)
  readonly tone?: 'warning' | 'danger'
}

const OWED = 'estado__in=vigente,cobrada_parcial,en_litigio&saldo__gt=0'
const TO_PAY = 'estado__in=autorizada,programada,pagada_parcial&saldo__gt=0'

/** THE list of what may wait for somebody, in this order; who may not do it is not asked for it. */
const WAITING: readonly Waiting[] = [
  {
    name: 'purchases-to-approve',
    es: 'Compras iniciadas por autorizar',
    en: 'Purchases entered, to approve',
    right: 'autorizar_compra',
    model: 'Compra',
    query: 'estado=iniciada',
    tone: 'warning',
  },
  {
    name: 'exceptions-to-approve',
    es: 'Excepciones de venta por autorizar',
    en: 'Exceptions of sales to approve',
    right: 'autorizar_excepcion',
    model: 'VentaAutorizacion',
    query: 'estado=pendiente',
    tone: 'warning',
  },
  {
    name: 'requisitions-to-approve',
    es: 'Requisiciones por autorizar',
    en: 'Requisitions to approve',
    right: 'autorizar_requisicion',
    model: 'RequisicionCompra',
    query: 'estado=solicitada',
    tone: 'warning',
  },
  {
    name: 'material-to-approve',
    es: 'Solicitudes de material por autorizar',
    en: 'Requests for material to approve',
    right: 'autorizar_solicitud',
    model: 'SolicitudMaterial',
    query: 'estado=solicitado',
    tone: 'warning',
  },
  {
    name: 'adjustments-to-approve',
    es: 'Ajustes de inventario por autorizar',
    en: 'Adjustments of stock to approve',
    right: 'autorizar_ajuste',
    model: 'AjusteInventario',
    query: 'estado=solicitado',
    tone: 'warning',
  },
  {
    name: 'losses-to-approve',
    es: 'Mermas por autorizar',
    en: 'Losses of stock to approve',
    right: 'autorizar_merma',
    model: 'MermaInventario',
    query: 'estado=reportada',
    tone: 'warning',
  },
  {
    name: 'returns-to-approve',
    es: 'Devoluciones de clientes por autorizar',
    en: 'Returns of customers to approve',
    right: 'autorizar_devolucion',
    model: 'DevolucionVenta',
    query: 'estado=solicitada',
    tone: 'warning',
  },
  {
    name: 'bills-to-approve',
    es: 'Facturas de proveedores por autorizar',
    en: 'Invoices of suppliers to approve',
    right: 'autorizar_factura',
    model: 'CuentaPorPagar',
    query: 'estado=por_validar',
    tone: 'warning',
  },
  {
    name: 'payments-to-approve',
    es: 'Pagos por autorizar',
    en: 'Payments to approve',
    right: 'autorizar_pago',
    model: 'PagoProveedor',
    query: 'estado=borrador',
    tone: 'warning',
  },
  {
    name: 'programmes-to-approve',
    es: 'Programaciones de pago por autorizar',
    en: 'Programmes of payment to approve',
    right: 'autorizar_programacion',
    model: 'ProgramacionPago',
    query: 'estado=en_autorizacion',
    tone: 'warning',
  },
  {
    name: 'accounts-to-validate',
    es: 'Cuentas de proveedores por validar',
    en: 'Accounts of suppliers to validate',
    right: 'validar_cuenta',
    model: 'ProveedorCuentaBancaria',
    query: 'estado=pendiente',
    tone: 'warning',
  },
  {
    name: 'sales-to-confirm',
    es: 'Ventas en borrador',
    en: 'Draft sales',
    right: 'confirmar_venta',
    model: 'Venta',
    query: 'estado=borrador',
  },
  {
    name: 'quotes-to-follow',
    es: 'Cotizaciones sin respuesta',
    en: 'Quotes without an answer',
    right: 'aceptar_cotizacion',
    model: 'Cotizacion',
    query: 'estado=enviada',
  },
  {
    name: 'to-stamp',
    es: 'Ventas por facturar',
    en: 'Sales to invoice',
    right: 'timbrar_venta',
    model: 'Venta',
    query: 'estado=confirmada',
  },
  {
    name: 'refused-by-pac',
    es: 'Devueltos por el PAC',
    en: 'Returned by the PAC',
    right: 'timbrar_venta',
    of: 'Venta',
    model: 'Cfdi',
    query: 'estado=rechazado',
    tone: 'danger',
  },
  {
    name: 'requisitions-to-buy',
    es: 'Requisiciones por comprar',
    en: 'Requisitions to buy',
    right: 'comprar_requisicion',
    model: 'RequisicionCompra',
    query: 'estado__in=autorizada,cotizada',
  },
  {
    name: 'to-receive',
    es: 'Compras por recibir',
    en: 'Purchases to receive',
    right: 'recibir_compra',
    model: 'Compra',
    query: 'estado__in=autorizada,recibida_parcial',
  },
  {
    name: 'material-to-hand-out',
    es: 'Solicitudes por surtir',
    en: 'Requests to hand out',
    right: 'surtir_solicitud',
    model: 'SolicitudMaterial',
    query: 'estado__in=autorizado,surtido_parcial',
  },
  {
    name: 'transfers-to-receive',
    es: 'Traspasos en camino',
    en: 'Transfers on their way',
    right: 'recibir_traspaso',
    model: 'TraspasoAlmacen',
    query: 'estado=en_transito',
  },
  {
    name: 'overdue',
    es: 'Vencido por cobrar',
    en: 'Overdue from customers',
    right: 'cobrar',
    of: 'CobroCliente',
    model: 'CuentaPorCobrar',
    query: ({ today }) => `${OWED}&vencimiento__lt=${today}`,
    tone: 'danger',
  },
  {
    name: 'to-collect',
    es: 'Por cobrar en siete días',
    en: 'To collect within seven days',
    right: 'cobrar',
    of: 'CobroCliente',
    model: 'CuentaPorCobrar',
    query: ({ today, weekEnd }) => `${OWED}&vencimiento__gte=${today}&vencimiento__lte=${weekEnd}`,
  },
  {
    name: 'to-pay',
    es: 'Por pagar en siete días, y lo vencido',
    en: 'To pay within seven days, and what is overdue',
    right: 'programar_pago',
    of: 'ProgramacionPago',
    model: 'CuentaPorPagar',
    query: ({ weekEnd }) => `${TO_PAY}&vencimiento__lte=${weekEnd}`,
    tone: 'warning',
  },
  {
    name: 'payments-to-make',
    es: 'Pagos preparados',
    en: 'Payments that are prepared',
    right: 'pagar',
    model: 'PagoProveedor',
    query: 'estado__in=borrador,autorizado,enviado',
  },
  {
    name: 'programmes-to-pay',
    es: 'Programaciones autorizadas por pagar',
    en: 'Approved programmes to pay',
    right: 'pagar_programacion',
    model: 'ProgramacionPago',
    query: 'estado=autorizada',
  },
  {
    name: 'to-reconcile',
    es: 'Conciliaciones en proceso',
    en: 'Reconciliations under way',
    right: 'conciliar',
    model: 'ConciliacionBancaria',
    query: 'estado__in=en_proceso,con_diferencias',
  },
  {
    name: 'entries-to-post',
    es: 'Pólizas en borrador',
    en: 'Draft entries',
    right: 'aplicar',
    model: 'Poliza',
    query: 'estado__in=borrador,autorizada',
  },
  {
    name: 'months-to-close',
    es: 'Meses por cerrar',
    en: 'Months to close',
    right: 'cerrar_periodo',
    model: 'PeriodoContable',
    query: ({ monthStart }) => `estado=abierto&fecha_fin__lt=${monthStart}`,
  },
]

const ANY_DAY: HomeDay = { today: '', monthStart: '', weekEnd: '', currency: '' }

/** What waits as cards, each of one figure, which opens the very list that it counts. */
export const WAITING_CARDS: readonly HomeCard[] = WAITING.map((one) => {
  const { name, es, en, right, model, query, tone } = one
  const of = one.of ?? model
  const queryOf = (day: HomeDay) => (typeof query === 'string' ? query : query(day))
  return {
    name,
    label: { es, en },
    empty: { es: 'Nada espera.', en: 'Nothing waits.' },
    show: 'value',
    waits: true,
    act: { model: of, right },
    rights: [
      { model, right: 'leer', fields: fieldsOf(queryOf(ANY_DAY)) },
      { model: of, right },
    ] satisfies readonly CardRight[],
    path: (day) => `/${model}?${queryOf(day)}&fields=id&per_page=1`,
    value: { column: 'meta.total', type: 'integer' },
    opens: (day) => ({ model, query: queryOf(day) }),
    ...(tone === undefined ? {} : { tone }),
  }
})

/** The fields of the model itself that a query filters by. */
function fieldsOf(query: string): readonly string[] {
  return query.split('&').map((part) => part.split(/__|=/)[0] ?? '')
}

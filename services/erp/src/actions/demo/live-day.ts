import {
  findBankAccounts,
  findBudgetLine,
  findDocuments,
  findPayables,
  findPeriod,
  findReceivables,
  idsByKey,
  type DemoDocument,
} from '../../store/demo/demo-days.ts'
import {
  collectedAfter,
  cyclesOf,
  demoCycle,
  isCancelled,
  isPaid,
  STEPS,
  type Cycle,
  type CycleLine,
  type DemoChoices,
  type DemoLife,
} from './demo-cycle.ts'
import type { DemoDesk } from './demo-desk.ts'
import type { DemoInvoices } from './demo-invoices.ts'
import type { DemoPlace } from './demo-place.ts'
import type { DemoTrade } from './demo-users.ts'

/** One day of a company: counted from 0, with its date, and what the time is. */
export interface DemoDay {
  readonly number: number
  /** `YYYY-MM-DD`. */
  readonly date: string
  readonly nowMs: number
  readonly life: DemoLife
  readonly choices: DemoChoices
  readonly place: DemoPlace
  readonly invoices: DemoInvoices
  readonly budgetYear: string
}

/**
 * Everything that happens in a company on one day, by the actions that its users have: each purchase and each sale is a
 * step further than the day before. What the last days began is still open. Each is a transaction of its own, so that
 * whoever works in the company meanwhile waits for a few documents at most.
 */
export const DAY_STEPS: readonly ((desks: DemoDesks, day: DemoDay) => Promise<void>)[] = [
  async ({ administrator }, day) => {
    if (day.number === 0) await open(administrator, day)
  },
  async (desks, day) => {
    await order(await desks.of('compras'), day)
  },
  async (desks, day) => {
    await sign(await desks.of('gerente'), cyclesAt(day, STEPS.sign))
    // What is above the manager's limit, and was left to others the day before.
    await sign(desks.administrator, cyclesAt(day, STEPS.authorize))
  },
  async (desks, day) => {
    await withdraw(await desks.of('compras'), day)
    await receive(await desks.of('almacen'), day)
  },
  async (desks, day) => {
    await invoice(await desks.of('pagos'), day)
  },
  async (desks, day) => {
    await sell(await desks.of('ventas'), day)
  },
  async (desks, day) => {
    await deliver(await desks.of('almacen'), day)
  },
  async (desks, day) => {
    await stamp(await desks.of('facturas'), day)
  },
  async (desks, day) => {
    await collect(await desks.of('cobranza'), day)
  },
  // How many parts a day has is what the progress of a company counts by: it stays the same.
  async (desks, day) => {
    const treasury = await desks.of('tesoreria')
    if (day.number % 7 === 6) await sweep({ books: await desks.of('contador'), treasury }, day)
    await pay({ payables: await desks.of('pagos'), treasury }, day)
  },
]

/** Those who work: whoever may do everything, and the people of each trade with the rights of their profiles. */
export interface DemoDesks {
  readonly administrator: DemoDesk
  /** The administrator does it where a company has nobody of this trade, as an earlier version made it. */
  of(trade: DemoTrade): Promise<DemoDesk>
}

/** How much the owners put into the company on its first day. */
const CAPITAL = '20000000.00'

async function open(desk: DemoDesk, day: DemoDay): Promise<void> {
  const { ids } = day.place
  const line = { moneda: ids.moneda, concepto: 'Aportación de capital' }
  const poliza = await desk.create('Poliza', {
    fecha: day.date,
    tipo: ids.diario,
    periodo: await findPeriod(desk.tx, desk.caller.empresa, day.date),
    concepto: 'Saldos iniciales',
    partidas: [
      { ...line, cuenta_contable: ids.bancos, cargo: CAPITAL },
      { ...line, cuenta_contable: ids.capital, abono: CAPITAL },
    ],
  })
  await desk.act('Poliza', 'aplicar', { ids: [poliza] })
  await desk.create('MovimientoBancario', {
    fecha: day.date,
    cuenta_bancaria: ids.operacion,
    tipo: 'deposito',
    naturaleza: 'abono',
    importe: CAPITAL,
    moneda: ids.moneda,
    referencia: 'Aportación de capital',
    poliza,
    estado: 'aplicado',
  })
}

/** The cycles that are at this step today. */
function numbersAt(day: DemoDay, after: number): readonly number[] {
  return cyclesOf(day.number - after, day.life)
}

function cyclesAt(day: DemoDay, after: number): readonly Cycle[] {
  return numbersAt(day, after).map((n) => demoCycle(n, day.choices))
}

async function order(desk: DemoDesk, day: DemoDay): Promise<void> {
  const { ids } = day.place
  const { empresa } = desk.caller
  const isBudgeted = day.date.startsWith(day.budgetYear)
  const presupuesto = `GASTO-${day.budgetYear}`
  const partida = isBudgeted ? await findBudgetLine(desk.tx, empresa, presupuesto) : null
  for (const cycle of cyclesAt(day, STEPS.order)) {
    const [proveedor, ...articulos] = await idsByKey(desk.tx, empresa, [
      { table: 'proveedor', clave: cycle.proveedor },
      ...cycle.lines.map(articleKey),
    ])
    await desk.create('Compra', {
      folio: cycle.folio,
      proveedor,
      sucursal: ids.sucursal,
      comprador: ids.comprador,
      moneda: ids.moneda,
      condicion_pago: ids.credito,
      almacen: ids.almacen,
      departamento: ids.departamento,
      centro_costo: ids.centroCosto,
      partidas: cycle.lines.map((line, index) => ({
        ...lineBody(day, line, { articulo: articulos[index], ofSale: false }),
        centro_costo: ids.centroCosto,
        cuenta_contable: ids.inventario,
        ...(partida === null ? {} : { partida_presupuesto: partida }),
      })),
    })
  }
}

function articleKey({ clave }: CycleLine) {
  return { table: 'articulo', clave }
}

function lineBody(
  { place: { ids } }: DemoDay,
  line: CycleLine,
  { articulo, ofSale }: { readonly articulo: string | undefined; readonly ofSale: boolean },
) {
  const { descripcion, cantidad, precio, importe, iva } = line
  const tax = { impuesto: ids.iva, tipo: 'traslado', factor: ids.tasa, tasa: '0.16' }
  return {
    articulo,
    descripcion,
    cantidad: String(cantidad),
    unidad: ids.unidad,
    precio,
    ...(ofSale ? { objeto_impuesto: ids.objeto } : {}),
    desglose: [{ ...tax, ...(ofSale ? { ambito: 'federal' } : {}), base: importe, importe: iva }],
  }
}

async function purchases(
  desk: DemoDesk,
  names: readonly string[],
  states: readonly string[],
): Promise<readonly DemoDocument[]> {
  const { tx, caller } = desk
  return await findDocuments(tx, caller.empresa, { table: 'compra', folios: names, states })
}

async function sales(
  desk: DemoDesk,
  names: readonly string[],
  states: readonly string[],
): Promise<readonly DemoDocument[]> {
  const { tx, caller } = desk
  return await findDocuments(tx, caller.empresa, { table: 'venta', folios: names, states })
}

async function sign(desk: DemoDesk, cycles: readonly Cycle[]): Promise<void> {
  const open = await purchases(desk, folios(cycles), ['iniciada', 'en_autorizacion'])
  await desk.act('Compra', 'autorizar_compra', { ids: open.map(({ id }) => id) })
}

function folios(cycles: readonly Cycle[]): readonly string[] {
  return cycles.map(({ folio }) => folio)
}

async function withdraw(desk: DemoDesk, day: DemoDay): Promise<void> {
  const cycles = cyclesAt(day, STEPS.receive)
  const cancelled = folios(cycles.filter((cycle) => cycle.isCancelled))
  const withdrawn = await purchases(desk, cancelled, ['autorizada'])
  await desk.act('Compra', 'cancelar_compra', {
    ids: withdrawn.map(({ id }) => id),
    inputs: { motivo: 'El proveedor no confirmó la fecha de entrega.' },
  })
}

async function receive(desk: DemoDesk, day: DemoDay): Promise<void> {
  const cycles = cyclesAt(day, STEPS.receive)
  const whole = cycles.filter((cycle) => !cycle.isCancelled && cycle.received === null)
  const arrived = await purchases(desk, folios(whole), ['autorizada'])
  await desk.act('Compra', 'recibir_compra', { ids: arrived.map(({ id }) => id) })
  for (const { folio, received, isCancelled: isOff } of cycles) {
    if (isOff || received === null) continue
    const partidas = received.map((cantidad, i) => ({ partida: i + 1, cantidad: String(cantidad) }))
    const inputs = { partidas: JSON.stringify(partidas) }
    const [part] = await purchases(desk, [folio], ['autorizada'])
    if (part !== undefined) await desk.act('Compra', 'recibir_compra', { ids: [part.id], inputs })
  }
}

async function invoice(desk: DemoDesk, day: DemoDay): Promise<void> {
  for (const cycle of cyclesAt(day, STEPS.invoice)) {
    const { folio, lines, received, proveedor } = cycle
    const [compra] = await purchases(desk, [folio], ['recibida', 'recibida_parcial'])
    if (compra === undefined) continue
    const delivered = lines.map((line, i) => ({
      ...line,
      cantidad: received?.[i] ?? line.cantidad,
    }))
    const { place, nowMs } = day
    const xml = await day.invoices.bill({ proveedor, folio, lines: delivered, place, nowMs })
    await desk.run('CuentaPorPagar', 'registrar_factura', { xml, compra: compra.id })
  }
}

async function sell(desk: DemoDesk, day: DemoDay): Promise<void> {
  const { ids } = day.place
  const { tx, caller } = desk
  const confirmed: string[] = []
  for (const cycle of cyclesAt(day, STEPS.sell)) {
    if (cycle.isCancelled) continue
    for (const sale of cycle.sales) {
      const [cliente, vendedor, ...articulos] = await idsByKey(tx, caller.empresa, [
        { table: 'cliente', clave: sale.cliente },
        { table: 'vendedor', clave: sale.vendedor },
        ...sale.lines.map(articleKey),
      ])
      const id = await desk.create('Venta', {
        folio: sale.folio,
        cliente,
        vendedor,
        sucursal: ids.sucursal,
        almacen: ids.almacen,
        moneda: ids.moneda,
        condicion_pago: sale.isCash ? ids.contado : ids.credito,
        forma_pago: ids.transferencia,
        partidas: sale.lines.map((line, index) =>
          lineBody(day, line, { articulo: articulos[index], ofSale: true }),
        ),
      })
      confirmed.push(id)
    }
  }
  // The last sale of the last day is still a draft.
  const isLast = day.number === day.life.dias - 1
  const drafts = isLast ? confirmed.slice(0, -1) : confirmed
  // Whoever owes too much has to wait, as in any company.
  await desk.act('Venta', 'confirmar_venta', { ids: drafts, unless: ['CREDIT_EXCEEDED'] })
}

function saleFolios(day: DemoDay, numbers: readonly number[]): readonly string[] {
  return numbers
    .filter((n) => !isCancelled(n))
    .flatMap((n) => demoCycle(n, day.choices).sales.map(({ folio }) => folio))
}

async function deliver(desk: DemoDesk, day: DemoDay): Promise<void> {
  const names = saleFolios(day, numbersAt(day, STEPS.deliver))
  const ids = (await sales(desk, names, ['confirmada'])).map(({ id }) => id)
  await desk.act('Venta', 'entregar', { ids })
}

/** Whatever was delivered today is invoiced. */
async function stamp(desk: DemoDesk, day: DemoDay): Promise<void> {
  const names = saleFolios(day, numbersAt(day, STEPS.deliver))
  const ids = (await sales(desk, names, ['confirmada'])).map(({ id }) => id)
  await desk.act('Venta', 'timbrar_venta', { ids })
}

async function collect(desk: DemoDesk, day: DemoDay): Promise<void> {
  const { ids } = day.place
  const numbers = [STEPS.collect, STEPS.collectLate].flatMap((after) =>
    numbersAt(day, after).filter((n) => collectedAfter(n) === after),
  )
  const owed = await findReceivables(desk.tx, desk.caller.empresa, saleFolios(day, numbers))
  const drafts: string[] = []
  for (const { id, tercero, saldo } of owed) {
    drafts.push(
      await desk.create('CobroCliente', {
        fecha: day.date,
        cliente: tercero,
        forma_pago: ids.transferencia,
        cuenta_bancaria: ids.cobranza,
        moneda: ids.moneda,
        importe: saldo,
        aplicaciones: [{ cuenta: id, importe: saldo }],
      }),
    )
  }
  await desk.act('CobroCliente', 'cobrar', { ids: drafts })
}

/** What stays on the account of collections, in pesos. */
const FLOOR = 100_000

/** Once a week what was collected goes to the account that is paid from. */
async function sweep(
  { books, treasury }: { readonly books: DemoDesk; readonly treasury: DemoDesk },
  day: DemoDay,
): Promise<void> {
  const { ids } = day.place
  const accounts = await findBankAccounts(treasury.tx, treasury.caller.empresa, [
    ids.cobranza,
    ids.operacion,
  ])
  const from = accounts.find(({ id }) => id === ids.cobranza)
  const to = accounts.find(({ id }) => id === ids.operacion)
  if (from === undefined || to === undefined || from.cuenta === to.cuenta) return
  const pesos = Math.floor((Number.parseInt(from.saldo, 10) - FLOOR) / 1000) * 1000
  if (pesos <= 0) return
  const importe = `${pesos}.00`
  const concepto = 'Traspaso de cobranza a operación'
  const line = { moneda: ids.moneda, concepto }
  const poliza = await books.create('Poliza', {
    fecha: day.date,
    tipo: ids.diario,
    periodo: await findPeriod(books.tx, books.caller.empresa, day.date),
    concepto,
    partidas: [
      { ...line, cuenta_contable: to.cuenta, cargo: importe },
      { ...line, cuenta_contable: from.cuenta, abono: importe },
    ],
  })
  await books.act('Poliza', 'aplicar', { ids: [poliza] })
  const moved = { fecha: day.date, importe, moneda: ids.moneda, referencia: concepto, poliza }
  for (const [cuenta, naturaleza] of [
    [from.id, 'cargo'],
    [to.id, 'abono'],
  ] as const) {
    await treasury.create('MovimientoBancario', {
      ...moved,
      cuenta_bancaria: cuenta,
      tipo: 'traspaso',
      naturaleza,
      estado: 'aplicado',
    })
  }
}

/** What one prepared another pays. */
async function pay(
  { payables, treasury }: { readonly payables: DemoDesk; readonly treasury: DemoDesk },
  day: DemoDay,
): Promise<void> {
  const { ids } = day.place
  const names = numbersAt(day, STEPS.pay)
    .filter(isPaid)
    .map((n) => demoCycle(n, day.choices).folio)
  const drafts: string[] = []
  const { tx, caller } = payables
  for (const { id, tercero, saldo } of await findPayables(tx, caller.empresa, names)) {
    drafts.push(
      await payables.create('PagoProveedor', {
        fecha: day.date,
        proveedor: tercero,
        forma_pago: ids.transferencia,
        cuenta_bancaria: ids.operacion,
        moneda: ids.moneda,
        importe: saldo,
        aplicaciones: [{ cuenta: id, importe: saldo }],
      }),
    )
  }
  await treasury.act('PagoProveedor', 'pagar', { ids: drafts })
}

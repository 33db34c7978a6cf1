import { modulePermissionKey, permissionKey } from '../../../dictionary/permission-keys.ts'
import { apiError } from '../../../errors.ts'
import { NOTHING_DUE } from '../../../messages/payment-programmes.ts'
import { findDayRates } from '../../../store/day-rate-store.ts'
import { findCompanyCurrency } from '../../../store/journal-store.ts'
import { dateInput, referenceInput } from '../action-inputs.ts'
import type { ActionContext, NativeAction } from '../action.ts'
import { amountText, cents, sumOf } from '../cents.ts'
import { Changes } from '../changes.ts'
import {
  findApprovers,
  findFlows,
  findIdentities,
  findLimit,
} from '../compras/store/approval-store.ts'
import { documentAction, type DocumentWork } from '../document-action.ts'
import { DayRates } from '../exchange-rates.ts'
import { approvalProblem, type ProgramApproval } from './decisions/program-approval.ts'
import { amountOf, linesProblems, PROGRAM, type Program } from './decisions/program-lines.ts'
import { programChat, programMail } from './decisions/program-mail.ts'
import { moveBalance } from './effects/write-balances.ts'
import { inputText } from './payment-inputs.ts'
import { loadProgramFacts, type ProgramFacts } from './program-facts.ts'
import { findProgrammed, lockDueInvoices } from './store/program-store.ts'

// What is to be paid, and who says so. @source docs/decisions/0249-erp-payments.md

const MODEL = 'ProgramacionPago'
const LINES = 'ProgramacionPagoPartida'

/** Makes a payment programme of what is due and no other programme takes. */
export const programarPago: NativeAction = {
  model: MODEL,
  name: 'programar_pago',
  label: 'Programar pago',
  mode: 'native',
  inputs: [
    dateInput({ name: 'hasta', label: 'Vencen hasta', required: true }),
    dateInput({ name: 'fecha_pago', label: 'Fecha de pago', required: false }),
    referenceInput('Moneda', { name: 'moneda', label: 'Moneda', required: false }),
    referenceInput('Proveedor', { name: 'proveedor', label: 'Proveedor', required: false }),
    referenceInput('CuentaBancaria', {
      name: 'cuenta_bancaria',
      label: 'Cuenta bancaria',
      required: false,
    }),
  ],
  emits: ['borrador'],
  run: async (context) => {
    const { tx, caller, moment, inputs } = context
    const { empresa } = caller
    const hasta = inputText(inputs, 'hasta') ?? moment.today
    const moneda = inputText(inputs, 'moneda') ?? (await findCompanyCurrency(tx, empresa))
    const proveedor = inputText(inputs, 'proveedor')
    const due = await lockDueInvoices(tx, empresa, { hasta, moneda, proveedor })
    const partidas = due.length
    if (partidas === 0) {
      throw apiError('NO_LINES', NOTHING_DUE({ day: hasta }))
    }
    const importe = amountText(sumOf(due.map(({ pendiente }) => cents(pendiente))))
    const changes = new Changes(context, { name: programarPago.name, reason: null })
    const folio = changes.folio('programacion_pago', 'PP-')
    const id = changes.insert(MODEL, {
      folio,
      fecha: moment.today,
      fecha_pago: inputText(inputs, 'fecha_pago') ?? moment.today,
      cuenta_bancaria: inputText(inputs, 'cuenta_bancaria'),
      moneda,
      importe_solicitado: importe,
      elaborado_por: caller.usuarioId,
      estado: 'borrador',
    })
    for (const [index, { id: cuenta, pendiente }] of due.entries()) {
      const line = { partida: index + 1, cuenta, importe_solicitado: pendiente, aprobada: false }
      changes.insert(LINES, { programacion: id, ...line })
    }
    const after = { folio, estado: 'borrador', importe_solicitado: importe, partidas }
    changes.record({ model: MODEL, id, before: null, after, event: 'borrador' })
    await changes.write()
    return {
      id: Number(id.id),
      folio: folio.id,
      partidas,
      importe_solicitado: Number(importe),
    }
  },
}

const AUTHORIZE = 'autorizar_programacion'
const AUTHORIZE_KEYS = [
  permissionKey(MODEL, AUTHORIZE),
  modulePermissionKey('cuentas-por-pagar', AUTHORIZE),
]

/** Submits payment programmes to those who authorize them. */
export const solicitarAutorizacion = documentAction('ProgramacionPago', {
  name: 'solicitar_autorizacion',
  label: 'Solicitar autorización',
  fields: PROGRAM,
  run: async ({ context, batch, changes, move }) => {
    const { tx, caller, moment } = context
    const { lines, invoices } = await loadProgramFacts(context, batch.remaining)
    for (const program of batch.remaining) {
      batch.refuse(program.id, ...linesProblems(program, lines.get(program.id) ?? [], invoices))
    }
    const details = { keys: AUTHORIZE_KEYS, today: moment.today }
    const approvers = await findApprovers(tx, caller.empresa, details)
    const to = approvers.filter(({ usuario }) => usuario !== caller.usuarioId)
    for (const program of batch.remaining) {
      move(program, { told: { importe_solicitado: program.importe_solicitado } })
      changes.mail(programMail(program, to))
      changes.chat(programChat(program, to))
    }
  },
})

/** Authorizes payment programmes, as much of each line as it says; its invoices are then programada. */
export const autorizarProgramacion = documentAction('ProgramacionPago', {
  name: AUTHORIZE,
  label: 'Autorizar programación',
  fields: [...PROGRAM, 'importe_autorizado', 'autorizado_por'],
  run: async ({ context, batch, changes, move }) => {
    const facts = await loadProgramFacts(context, batch.remaining)
    const approval = await loadApproval(context, batch.remaining)
    const linesOf = ({ id }: Program) => facts.lines.get(id) ?? []
    const totalOf = (program: Program) => sumOf(linesOf(program).map(amountOf))
    for (const program of batch.remaining) {
      const problems = linesProblems(program, linesOf(program), facts.invoices)
      batch.refuse(program.id, ...problems)
      if (problems.length > 0) continue
      const problem = approvalProblem(program, totalOf(program), approval)
      if (problem !== null) batch.refuse(program.id, problem)
    }
    for (const program of batch.remaining) {
      const importe_autorizado = amountText(totalOf(program))
      move(program, {
        fields: { importe_autorizado, autorizado_por: context.caller.usuarioId },
        told: { importe_autorizado },
        noted: { folio: program.folio },
      })
    }
    const lines = batch.remaining.flatMap(linesOf)
    for (const line of lines) {
      const importe = amountOf(line)
      const approved = { importe_autorizado: amountText(importe), aprobada: importe > 0n }
      changes.change(LINES, line.id, approved)
    }
    const approved = lines.filter((line) => amountOf(line) > 0n).map(({ cuenta }) => cuenta)
    moveInvoices(changes, facts, {
      programs: batch.remaining,
      cuentas: new Set(approved),
      isProgrammed: true,
    })
  },
})

/** Sends payment programmes back to whoever made them. */
export const rechazarProgramacion = documentAction('ProgramacionPago', {
  name: 'rechazar_programacion',
  label: 'Rechazar programación',
  hasReason: true,
  fields: [],
  run: withdraw,
})

/** Cancels payment programmes that were not paid. */
export const cancelarProgramacion = documentAction('ProgramacionPago', {
  name: 'cancelar_programacion',
  label: 'Cancelar programación',
  hasReason: true,
  fields: [],
  run: withdraw,
})

/** Takes payment programmes back, to be changed or for good; what they had programmed is merely owed again. */
async function withdraw({
  context,
  batch,
  changes,
  move,
}: DocumentWork<typeof MODEL, never>): Promise<void> {
  const { tx, caller } = context
  const programs = batch.remaining
  const authorized = programs.filter(({ estado }) => estado === 'autorizada')
  const facts = await loadProgramFacts(context, authorized)
  const others = await findProgrammed(tx, caller.empresa, {
    cuentas: [...facts.invoices.keys()],
    besides: programs.map(({ id }) => id),
  })
  for (const program of programs) move(program, { noted: { folio: program.folio } })
  const cuentas = new Set(facts.invoices.keys()).difference(others)
  moveInvoices(changes, facts, { programs, cuentas, isProgrammed: false })
}

/** Says of invoices that an authorized programme has them, or none any more. */
function moveInvoices(
  changes: Changes,
  { invoices, lines }: ProgramFacts,
  details: {
    readonly programs: readonly { readonly id: string; readonly folio: string }[]
    readonly cuentas: ReadonlySet<string>
    readonly isProgrammed: boolean
  },
): void {
  const before = details.isProgrammed ? 'autorizada' : 'programada'
  for (const id of details.cuentas) {
    const balance = invoices.get(id)
    if (balance?.invoice.estado !== before) continue
    const invoice = { ...balance.invoice, programada: details.isProgrammed }
    const by = details.programs.filter((program) =>
      lines.get(program.id)?.some(({ cuenta }) => cuenta === id),
    )
    const moved = { before: balance, after: { ...balance, invoice } }
    moveBalance(
      changes,
      moved,
      by.map(({ folio }) => folio),
    )
  }
}

async function loadApproval(
  { tx, caller, moment }: ActionContext,
  programs: readonly Program[],
): Promise<ProgramApproval> {
  const { empresa, usuarioId, rights } = caller
  const signer = { usuarioId, ...moment }
  const fecha = moment.today
  const [flows, identities, limit, currency, dayRates] = await Promise.all([
    findFlows(tx, empresa, { model: MODEL, action: AUTHORIZE, today: fecha }),
    findIdentities(tx, empresa, signer),
    findLimit(tx, empresa, { signer, keys: AUTHORIZE_KEYS }),
    findCompanyCurrency(tx, empresa),
    findDayRates(
      tx,
      empresa,
      programs.map(({ moneda }) => ({ moneda, fecha })),
    ),
  ])
  const days = new DayRates(dayRates)
  const isUnlimited = rights.isAdministrator || limit === undefined || limit.sin_limite
  return {
    signer: {
      usuarioId,
      isAdministrator: rights.isAdministrator,
      identities,
      limit: isUnlimited || limit.limite === null ? null : cents(limit.limite),
    },
    flows,
    rateOf: (moneda) => (moneda === currency ? '1' : days.of({ moneda, fecha })?.tipo_cambio),
  }
}

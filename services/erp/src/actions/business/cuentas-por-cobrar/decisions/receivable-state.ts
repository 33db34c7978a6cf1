import type { ErrorEntry } from '../../../../errors.ts'
import type { Place } from '../../../../messages/places.ts'
import { RECEIVABLE } from '../../../../messages/receivables.ts'
import { amountText, cents } from '../../cents.ts'
import type { ReceivableChange, ReceivableRow } from '../store/open-receivable-store.ts'

/** What is taken of a receivable: in its own currency, and in the company's. */
export interface Share {
  readonly own: bigint
  readonly base: bigint
  readonly iva: bigint
  readonly ieps: bigint
  /** What the customer was to withhold of it. */
  readonly retencionIva: bigint
  readonly retencionIsr: bigint
}

const OPEN: ReadonlySet<string> = new Set(['vigente', 'cobrada_parcial', 'en_litigio'])
const CLOSED: ReadonlySet<string> = new Set(['cancelada', 'incobrable'])

/** A receivable while collections of a batch take from it one after the other. */
export class OpenReceivable {
  readonly row: ReceivableRow
  #saldo: bigint
  #base: bigint
  #iva: bigint
  #ieps: bigint
  #retencionIva: bigint
  #retencionIsr: bigint
  #parcialidad: number
  #isTouched = false

  constructor(row: ReceivableRow) {
    this.row = row
    this.#saldo = cents(row.saldo)
    this.#base = cents(row.saldo_base)
    this.#iva = cents(row.iva)
    this.#ieps = cents(row.ieps)
    this.#retencionIva = cents(row.retencion_iva)
    this.#retencionIsr = cents(row.retencion_isr)
    this.#parcialidad = row.parcialidad
  }

  get saldo(): bigint {
    return this.#saldo
  }

  /** The number of the next partial payment. */
  get parcialidad(): number {
    return this.#parcialidad
  }

  get isTouched(): boolean {
    return this.#isTouched
  }

  /** Why nothing can be taken of it, or null. */
  problem(cliente: string, where: Place): ErrorEntry | null {
    const { folio, estado: state, cliente: own } = this.row
    const { path: field } = where
    if (own !== cliente)
      return { code: 'VALIDATION', field, message: RECEIVABLE.ofOther({ where, folio }) }
    if (OPEN.has(state)) return null
    return { code: 'INVALID_STATE', field, message: RECEIVABLE.notOwed({ folio, state }) }
  }

  /** Why nothing of it can be credited, or null: what was paid can be. */
  creditProblem(cliente: string, where: Place): ErrorEntry | null {
    return this.row.estado === 'cobrada' && this.row.cliente === cliente
      ? null
      : this.problem(cliente, where)
  }

  /** The part of what is left that an amount takes: all of it with the last cent, so that nothing stays behind. */
  shareOf(own: bigint): Share {
    const saldo = this.#saldo
    const part = (left: bigint) =>
      own === saldo || saldo === 0n ? left : (left * own * 2n + saldo) / (saldo * 2n)
    return {
      own,
      base: part(this.#base),
      iva: part(this.#iva),
      ieps: part(this.#ieps),
      retencionIva: part(this.#retencionIva),
      retencionIsr: part(this.#retencionIsr),
    }
  }

  take({ own, base, iva, ieps, retencionIva, retencionIsr }: Share): void {
    this.#saldo -= own
    this.#base -= base
    this.#iva -= iva
    this.#ieps -= ieps
    this.#retencionIva -= retencionIva
    this.#retencionIsr -= retencionIsr
    this.#parcialidad += 1
    this.#isTouched = true
  }

  giveBack(own: bigint): void {
    this.#saldo += own
    this.#isTouched = true
  }

  /** Why nothing can be given back to it, or null. */
  get closedProblem(): ErrorEntry | null {
    const { folio, estado } = this.row
    if (!CLOSED.has(estado)) return null
    return { code: 'INVALID_STATE', message: RECEIVABLE.closed({ folio, state: estado }) }
  }

  get change(): ReceivableChange {
    return { id: this.row.id, saldo: amountText(this.#saldo), estado: this.#state() }
  }

  #state(): string {
    if (this.#saldo === 0n) return 'cobrada'
    if (this.row.estado === 'en_litigio') return 'en_litigio'
    return this.#saldo < cents(this.row.total) ? 'cobrada_parcial' : 'vigente'
  }
}

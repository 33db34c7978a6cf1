import type { ErrorEntry } from '../../../../errors.ts'
import type { Message } from '../../../../messages/message.ts'
import { BUDGET_SHORT } from '../../../../messages/purchase-approval.ts'
import { amountText, cents, sumOf, timesRate } from '../../cents.ts'
import type { BudgetControl, BudgetNeed, Budgets } from '../store/budget-store.ts'

/** What is left under a budget control, before and while the purchases of a batch take from it. */
export class BudgetState {
  readonly #budgets: Budgets
  /** By budget line and month: what purchases of this batch have already taken. */
  readonly #taken = new Map<string, bigint>()

  constructor(budgets: Budgets) {
    this.#budgets = budgets
  }

  /**
   * Takes what a purchase needs, or nothing when a strict control refuses it.
   * A control that only warns lets it pass with a warning.
   * @source docs/decisions/0211-erp-purchases.md
   */
  take(
    document: Message,
    needs: readonly BudgetNeed[],
  ): { readonly refusal: ErrorEntry | null; readonly warnings: readonly ErrorEntry[] } {
    const exceeded = needs.flatMap((need) =>
      this.#budgets.controls
        .filter(({ partida }) => partida === need.partida)
        .flatMap((control) => this.#excess(document, need, control)),
    )
    const strict = exceeded.find(({ control }) => control.respuesta === 'bloquear')
    if (strict !== undefined) return { refusal: strict.error, warnings: [] }
    for (const { partida, mes, importe } of needs) {
      const key = `${partida}/${mes}`
      this.#taken.set(key, (this.#taken.get(key) ?? 0n) + cents(importe))
    }
    return { refusal: null, warnings: exceeded.map(({ error }) => error) }
  }

  #excess(document: Message, need: BudgetNeed, control: BudgetControl) {
    const months = monthsOf(control, need.mes)
    const budget = this.#budgeted(need.partida, months)
    const allowed = budget + timesRate(budget, control.tolerancia)
    const left = allowed - this.#used(need.partida, months)
    const wanted = cents(need.importe)
    if (wanted <= left) return []
    const message = BUDGET_SHORT({
      document,
      wanted: amountText(wanted),
      left: amountText(left),
      line: need.partida,
      control: control.clave,
      scope: control.alcance,
    })
    return [{ control, error: { code: 'BUDGET_EXCEEDED', message } satisfies ErrorEntry }]
  }

  #budgeted(partida: string, months: readonly number[] | null): bigint {
    const { lines, months: monthly } = this.#budgets
    return months === null
      ? sumOf(lines.filter(({ id }) => id === partida).map((line) => cents(line.presupuestado)))
      : sumOf(
          monthly
            .filter((month) => month.partida === partida && months.includes(month.mes))
            .map(({ importe }) => cents(importe)),
        )
  }

  #used(partida: string, months: readonly number[] | null): bigint {
    const { lines, months: monthly } = this.#budgets
    const before =
      months === null
        ? lines.filter(({ id }) => id === partida)
        : monthly.filter((month) => month.partida === partida && months.includes(month.mes))
    const taken = [...this.#taken].filter(([key]) => {
      const [line, month] = key.split('/')
      return line === partida && (months === null || months.includes(Number(month)))
    })
    return sumOf([...before.map(({ usado }) => cents(usado)), ...taken.map(([, amount]) => amount)])
  }
}

/** The months that a control covers; null: the whole year, by the line itself. */
function monthsOf({ alcance }: BudgetControl, month: number): readonly number[] | null {
  switch (alcance) {
    case 'anual':
      return null
    case 'mensual':
      return [month]
    case 'acumulado':
      return Array.from({ length: month }, (_, index) => index + 1)
  }
}

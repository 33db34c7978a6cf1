/** The operations that can be made to fail. */
export const OPERATIONS = ['authenticate', 'stamp', 'cancel', 'status'] as const
/** Before anything was done, or when it was done and kept and the answer is due. */
export const POINTS = ['before', 'after'] as const
/** The connection is cut; half of the answer comes; 500; 401; or all is as it should be, but later. */
export const EFFECTS = ['cut', 'half', 'error', 'unauthorized', 'delay'] as const

export interface Fault {
  readonly operation: (typeof OPERATIONS)[number]
  readonly point: (typeof POINTS)[number]
  readonly effect: (typeof EFFECTS)[number]
  /** How often it happens before things go well again. */
  readonly times: number
  /** Of a delay. */
  readonly delayMs: number
}

export const MAX_DELAY_MS = 60_000

/** The faults that are still to happen, in the order in which they were ordered. */
export class Faults {
  readonly #due: Fault[] = []

  order(fault: Fault): void {
    this.#due.push(fault)
  }

  clear(): void {
    this.#due.length = 0
  }

  /** The fault that happens now, if one does. */
  take(operation: Fault['operation'], point: Fault['point']): Fault | undefined {
    const index = this.#due.findIndex(
      (fault) => fault.operation === operation && fault.point === point,
    )
    const fault = this.#due[index]
    if (fault === undefined) return undefined
    if (fault.times > 1) this.#due[index] = { ...fault, times: fault.times - 1 }
    else this.#due.splice(index, 1)
    return fault
  }
}

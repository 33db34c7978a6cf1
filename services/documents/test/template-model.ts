/** What a template is, as those see it who call the service. */
export interface State {
  readonly docx: string
  readonly schema: string | undefined
  /** That nobody has changed since the beginning. */
  readonly isFirst: boolean
}

export type Wish =
  | { readonly kind: 'create'; readonly docx: string }
  | {
      readonly kind: 'replace'
      readonly docx?: string
      readonly schema?: string | null
      readonly first: boolean
    }
  | { readonly kind: 'remove'; readonly first: boolean }
  | { readonly kind: 'read' }
  | { readonly kind: 'sweep'; readonly isOld: readonly boolean[] }

/** A wish with its answer, and when it was asked and answered. */
export interface Happened {
  readonly wish: Wish
  readonly asked: number
  answered: number
  /** Undefined when it is not known, and whether it was done is not either. */
  answer: string | undefined
}

/** What a reader is answered. */
export function shown(state: Omit<State, 'isFirst'> | undefined): string {
  return state === undefined ? 'nothing' : JSON.stringify([state.docx, state.schema ?? null])
}

/** What a wish answers in a state, and the state afterwards. */
function applied(state: State | undefined, wanted: Wish): readonly [string, State | undefined] {
  switch (wanted.kind) {
    case 'sweep':
      return ['swept', state]
    case 'read':
      return [shown(state), state]
    case 'create': {
      if (state !== undefined) return ['taken', state]
      return ['done', { docx: wanted.docx, schema: undefined, isFirst: false }]
    }
    case 'remove':
    case 'replace': {
      if (state === undefined) return ['absent', state]
      if (wanted.first && !state.isFirst) return ['refused', state]
      if (wanted.kind === 'remove') return ['done', undefined]
      const { docx = state.docx, schema = state.schema } = wanted
      return ['done', { docx, schema: schema ?? undefined, isFirst: false }]
    }
  }
}

/** Whether there is an order, in which nothing is before what was answered before it was asked. */
export function isExplained(state: State | undefined, rest: readonly Happened[]): boolean {
  if (rest.length === 0) return true
  return rest.some((item) => {
    if (rest.some((other) => other.answered < item.asked)) return false
    const others = rest.filter((other) => other !== item)
    const [answer, next] = applied(state, item.wish)
    const isUnknown = item.answer === undefined
    if (isUnknown && isExplained(state, others)) return true
    // A first upload that stood still for ten minutes cannot say whether it was done; all else was not.
    if (item.answer === 'unavailable' && isExplained(state, others)) return true
    const isPossible =
      isUnknown ||
      answer === item.answer ||
      (item.answer === 'unavailable' && item.wish.kind === 'create')
    return isPossible && isExplained(next, others)
  })
}
